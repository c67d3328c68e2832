//! Reading a table: bytes to cells, or an error that names the line.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::encoding::{self, Decoder};

/// A table as it stands in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Column names, distinct and not empty.
    pub headers: Vec<String>,
    /// Cells, every row as long as the headers.
    pub rows: Vec<Vec<String>>,
}

/// A table may be at most this long, bytes.
const LIMIT: usize = 50_000_000;

/// Why a file is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableFault {
    /// Nothing in it.
    #[error("the file is empty; expected a line of column names and a line for every row")]
    Empty,
    /// Too long.
    #[error("the file has {0} bytes; a table has at most 50,000,000")]
    TooLong(usize),
    /// A workbook.
    #[error("this is an Excel workbook, not text; save it as CSV (UTF-8)")]
    Workbook,
    /// Not text.
    #[error("this file is not text; expected a CSV file")]
    NotText,
    /// A line with more or fewer cells than the header.
    #[error("line {line} has {cells} columns, the header has {expected}; {hint}")]
    Uneven {
        /// Line of the file, from 1.
        line: u64,
        /// How many it has.
        cells: u64,
        /// How many the header has.
        expected: u64,
        /// What the reason may be.
        hint: &'static str,
    },
    /// The first line is no header.
    #[error("line 1 is not a header: {why}; expected a line of column names")]
    NoHeader {
        /// What in it looks wrong.
        why: String,
    },
    /// Only a header.
    #[error("there are no rows under the header")]
    NoRows,
    /// The CSV is broken otherwise.
    #[error("line {line}: {message}")]
    Broken {
        /// Line of the file, from 1.
        line: u64,
        /// What the reader said.
        message: String,
    },
}

/// Reads a CSV or TSV file: UTF-8, UTF-16 or a legacy encoding, which `decoder` knows; comma,
/// semicolon or tab.
///
/// # Errors
/// What is wrong, by line, and what was expected.
pub fn read_table(bytes: &[u8], decoder: &impl Decoder) -> Result<Table, TableFault> {
    if bytes.len() > LIMIT {
        return Err(TableFault::TooLong(bytes.len()));
    }
    let text = text(bytes, decoder)?;
    if text.trim().is_empty() {
        return Err(TableFault::Empty);
    }
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(&text))
        .from_reader(text.as_bytes());
    let headers: Vec<String> = reader
        .headers()
        .map_err(broken)?
        .iter()
        .map(|name| name.trim().to_owned())
        .collect();
    check_header(&headers)?;
    let rows: Vec<Vec<String>> = reader
        .records()
        .map(|record| Ok(record?.iter().map(str::to_owned).collect()))
        .collect::<Result<_, csv::Error>>()
        .map_err(broken)?;
    if rows.is_empty() {
        return Err(TableFault::NoRows);
    }
    Ok(Table { headers, rows })
}

fn text(bytes: &[u8], decoder: &impl Decoder) -> Result<String, TableFault> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]) {
        return Err(TableFault::Workbook);
    }
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{b}');
    encoding::decode(bytes, decoder)
        .filter(|text| !text.contains(is_control))
        .ok_or(TableFault::NotText)
}

/// The one that parts the first line most often, outside quotes.
fn delimiter(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut is_quoted = false;
    for byte in text.bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' | b'\r' if !is_quoted => break,
            _ if is_quoted => {}
            _ => counts
                .iter_mut()
                .filter(|c| c.0 == byte)
                .for_each(|c| c.1 += 1),
        }
    }
    // Of equals the last wins, so the comma comes last.
    counts.reverse();
    counts.iter().max_by_key(|c| c.1).map_or(b',', |c| c.0)
}

fn check_header(headers: &[String]) -> Result<(), TableFault> {
    let no_header = |why: String| Err(TableFault::NoHeader { why });
    for (at, name) in headers.iter().enumerate() {
        if name.is_empty() {
            return no_header(format!("column {} has no name", at + 1));
        }
        if headers[..at].contains(name) {
            return no_header(format!("{name:?} stands there twice"));
        }
        if looks_like_data(name) {
            return no_header(format!("{name:?} looks like a value"));
        }
    }
    Ok(())
}

/// Numbers, dates and email addresses name no column.
fn looks_like_data(name: &str) -> bool {
    let is_number = name.parse::<f64>().is_ok();
    let is_date = name.len() >= 8
        && name
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | '.' | ':' | ' '));
    let is_email = name.contains('@') && name.contains('.') && !name.contains(' ');
    is_number || is_date || is_email
}

fn broken(error: csv::Error) -> TableFault {
    let line = error.position().map_or(0, csv::Position::line);
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => TableFault::Uneven {
            line,
            cells: *len,
            expected: *expected_len,
            hint: if len > expected_len {
                "a value that holds the separator must stand in quotes"
            } else {
                "is a value or a separator missing?"
            },
        },
        _ => TableFault::Broken {
            line,
            message: error.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, TableFault};
    use crate::encoding::tests::Native;

    fn read_table(bytes: &[u8]) -> Result<Table, TableFault> {
        super::read_table(bytes, &Native)
    }

    fn check(bytes: &[u8], expected: &[&[&str]]) {
        let Table { headers, rows } = read_table(bytes).unwrap();
        let mut lines = vec![headers];
        lines.extend(rows);
        assert_eq!(lines, expected);
    }

    fn fault(bytes: &[u8]) -> String {
        read_table(bytes).unwrap_err().to_string()
    }

    #[test]
    fn quoted_commas_and_newlines_stay_in_their_cell() {
        check(
            "name,notes\n\"Lovelace, Ada\",\"one\ntwo\"\n王小明,\"说\"\"好\"\"\"\n".as_bytes(),
            &[
                &["name", "notes"],
                &["Lovelace, Ada", "one\ntwo"],
                &["王小明", "说\"好\""],
            ],
        );
    }

    #[test]
    fn semicolons_and_tabs_part_cells_too() {
        check(
            b"name;city\nAda;London, UK\n",
            &[&["name", "city"], &["Ada", "London, UK"]],
        );
        check(
            b"name\tcity\nAda\tLondon\n",
            &[&["name", "city"], &["Ada", "London"]],
        );
    }

    #[test]
    fn every_common_encoding_is_read() {
        check(b"\xEF\xBB\xBFname\nAda\n", &[&["name"], &["Ada"]]);
        let utf16: Vec<u8> = [0xFF, 0xFE]
            .into_iter()
            .chain("n\n王\n".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        check(&utf16, &[&["n"], &["王"]]);
        let (gbk, _, _) = encoding_rs::GB18030.encode("姓名,城市\n王小明,北京\n李雷,上海\n");
        check(
            &gbk,
            &[&["姓名", "城市"], &["王小明", "北京"], &["李雷", "上海"]],
        );
    }

    #[test]
    fn an_uneven_line_is_named() {
        let said = fault(b"name,city\nAda,London\nBob,Paris,France\n");
        assert!(
            said.contains("line 3 has 3 columns, the header has 2"),
            "{said}"
        );
    }

    #[test]
    fn a_file_without_a_header_is_told() {
        assert!(fault(b"Ada,ada@x.test\nBob,bob@x.test\n").contains("line 1 is not a header"));
        assert!(fault(b"name,,city\na,b,c\n").contains("column 2 has no name"));
        assert!(fault(b"name,name\na,b\n").contains("twice"));
    }

    #[test]
    fn what_is_no_text_is_told_apart() {
        assert_eq!(read_table(b""), Err(TableFault::Empty));
        assert_eq!(read_table(b"\n \n"), Err(TableFault::Empty));
        assert_eq!(read_table(b"name\n"), Err(TableFault::NoRows));
        assert_eq!(read_table(b"PK\x03\x04rest"), Err(TableFault::Workbook));
        assert_eq!(
            read_table(b"\x89PNG\r\n\x1a\n\0\0"),
            Err(TableFault::NotText)
        );
    }
}
