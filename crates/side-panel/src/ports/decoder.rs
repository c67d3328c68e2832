//! The browser's own decoders, which know every encoding of the web.

use batch::Decoder;
use web_sys::{TextDecoder, TextDecoderOptions};

/// Decodes by `TextDecoder`.
pub(crate) struct BrowserDecoder;

impl Decoder for BrowserDecoder {
    fn decode(&self, label: &str, bytes: &[u8]) -> Option<String> {
        let options = TextDecoderOptions::new();
        options.set_fatal(true);
        let decoder = TextDecoder::new_with_label_and_options(label, &options).ok()?;
        decoder.decode_with_u8_array(bytes).ok()
    }
}
