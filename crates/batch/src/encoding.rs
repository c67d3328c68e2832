//! Which encoding a table's bytes are in.
//!
//! **Absent on purpose:** the tables of old encodings. They would be a fifth of the panel, and every
//! browser has them: a [`Decoder`] is given.

/// Reads bytes in an encoding.
pub trait Decoder {
    /// The text of bytes in the encoding of this label (WHATWG Encoding), `None` where any of them is
    /// not valid in it.
    fn decode(&self, label: &str, bytes: &[u8]) -> Option<String>;
}

/// A multi-byte encoding, and how common the character of two bytes is in its language: 0 to 1.
type Candidate = (&'static str, fn(u8, u8) -> f32);

/// In the order they win where they are equally likely. Korean comes first: its syllables are common
/// Chinese characters too, but Chinese is not written in Korean syllables alone.
const CANDIDATES: [Candidate; 4] = [
    ("euc-kr", korean),
    ("gb18030", simplified),
    ("big5", traditional),
    ("shift_jis", japanese),
];

/// Less common text than this is in no multi-byte encoding.
const LIKELY: f32 = 0.75;

/// The text of bytes, by their mark, as UTF-8, or as the old encoding they are most likely in; `None`
/// if they are text in none.
pub(crate) fn decode(bytes: &[u8], decoder: &impl Decoder) -> Option<String> {
    if let Some((label, mark)) = marked(bytes) {
        return decoder.decode(label, &bytes[mark..]);
    }
    if bytes.contains(&0) {
        return None;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(text.to_owned());
    }
    let mut likely: Vec<(f32, &str)> = CANDIDATES
        .iter()
        .map(|(label, common)| (likeliness(bytes, *common), *label))
        .filter(|(share, _)| *share >= LIKELY)
        .collect();
    // A stable sort: equals keep their order.
    likely.sort_by(|a, b| b.0.total_cmp(&a.0));
    let by_language = likely.into_iter().map(|(_, label)| label);
    by_language
        .chain([single_byte(bytes)])
        .find_map(|label| decoder.decode(label, bytes))
}

/// The encoding that a byte order mark tells, and the mark's length.
fn marked(bytes: &[u8]) -> Option<(&'static str, usize)> {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Some(("utf-8", 3)),
        [0xFF, 0xFE, ..] => Some(("utf-16le", 2)),
        [0xFE, 0xFF, ..] => Some(("utf-16be", 2)),
        _ => None,
    }
}

/// How common the characters beyond ASCII are on average.
fn likeliness(bytes: &[u8], common: fn(u8, u8) -> f32) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    let mut rest = bytes;
    while let Some((&lead, after)) = rest.split_first() {
        rest = after;
        if lead.is_ascii() {
            continue;
        }
        let trail = after.first().copied().unwrap_or(0);
        sum += common(lead, trail);
        count += 1.0;
        rest = after.get(1..).unwrap_or(&[]);
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

// KS X 1001: syllables in rows B0 to C8; anything else is rare in today's text.
fn korean(lead: u8, trail: u8) -> f32 {
    match (lead, trail) {
        (0xB0..=0xC8, 0xA1..) => 1.0,
        (0xA1..=0xA3, 0xA1..) => 0.8,
        _ => -1.0,
    }
}

// GB 2312: level 1, the common characters, in rows B0 to D7; punctuation in A1 to A3.
fn simplified(lead: u8, trail: u8) -> f32 {
    match (lead, trail) {
        (0xB0..=0xD7, 0xA1..) => 1.0,
        (0xA1..=0xA3 | 0xD8..=0xF7, 0xA1..) => 0.8,
        _ => 0.0,
    }
}

// Big5: level 1 in rows A4 to C6.
fn traditional(lead: u8, trail: u8) -> f32 {
    match (lead, trail) {
        (0xA4..=0xC6, 0x40..) => 1.0,
        (0xA1..=0xA3, 0x40..) => 0.8,
        _ => 0.0,
    }
}

// Shift JIS: kana in rows 82 and 83, level 1 of kanji in 88 to 97.
fn japanese(lead: u8, trail: u8) -> f32 {
    match (lead, trail) {
        (0x82 | 0x83, 0x40..) => 1.0,
        (0x81 | 0x88..=0x97, 0x40..) => 0.9,
        (0x98..=0x9F | 0xE0..=0xEA, 0x40..) => 0.6,
        _ => 0.0,
    }
}

/// Words of letters beyond ASCII are Cyrillic; single ones among ASCII are western.
fn single_byte(bytes: &[u8]) -> &'static str {
    let is_letter = |byte: &u8| *byte >= 0xC0;
    let in_words = bytes
        .windows(3)
        .filter(|three| three.iter().all(is_letter))
        .count();
    let letters = bytes.iter().filter(|byte| is_letter(byte)).count();
    if in_words * 3 > letters {
        "windows-1251"
    } else {
        "windows-1252"
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Decoder, decode};

    /// The decoders of a browser, natively.
    pub(crate) struct Native;

    impl Decoder for Native {
        fn decode(&self, label: &str, bytes: &[u8]) -> Option<String> {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
            let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
            Some(text.into_owned())
        }
    }

    fn check(encoding: &'static encoding_rs::Encoding, text: &str) {
        let (bytes, _, has_errors) = encoding.encode(text);
        assert!(!has_errors, "{text}");
        let read = decode(&bytes, &Native);
        assert_eq!(read.as_deref(), Some(text), "{}", encoding.name());
    }

    #[test]
    fn a_language_is_told_by_its_common_characters() {
        check(encoding_rs::GB18030, "姓名,城市\n王小明,北京\n李雷,上海\n");
        check(
            encoding_rs::GB18030,
            "客户名称,备注\n小明贸易有限公司,请用邮件联系。\n",
        );
        check(encoding_rs::BIG5, "姓名,城市\n王小明,臺北\n陳大文,高雄\n");
        check(
            encoding_rs::SHIFT_JIS,
            "名前,住所\n山田太郎,東京都\nスズキ,おおさか\n",
        );
        check(encoding_rs::EUC_KR, "이름,도시\n김철수,서울\n박영희,부산\n");
        check(encoding_rs::WINDOWS_1251, "имя,город\nИван,Москва\n");
        check(
            encoding_rs::WINDOWS_1252,
            "name,city\nÉmilie du Châtelet,Paris\nZoë,Zürich\n",
        );
        check(
            encoding_rs::WINDOWS_1252,
            "name,price\nTea,5 £\nBrød,12 €\n",
        );
    }
}
