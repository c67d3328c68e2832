//! Ledger over IndexedDB, with an in-memory twin.
