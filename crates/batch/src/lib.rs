//! A skill over a table: rows, ledger, run, resume, report.
