//! Compiles the message files in `locales/` to Rust. A key that one language lacks, or has too
//! many, fails the build.

use std::error::Error;
use std::path::PathBuf;

use leptos_i18n_codegen::gen_code;
use leptos_i18n_parser::parse_locales::options::{Config, ParseOptions};
use leptos_i18n_parser::parse_locales::parse_locales;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=locales");
    let options = ParseOptions::new().interpolate_display(true);
    let config = Config::new("en")?.add_locale("zh")?.parse_options(options);
    let parsed = parse_locales(None, config)?;
    let (errors, warnings) = parsed.diag.borrow();
    let faults: Vec<String> = errors
        .iter()
        .map(ToString::to_string)
        .chain(warnings.iter().map(ToString::to_string))
        .collect();
    if !faults.is_empty() {
        return Err(format!("locales/: {}", faults.join("\n")).into());
    }
    let code = gen_code(&parsed, None, false, None, false)?;
    let out = std::env::var_os("OUT_DIR").ok_or("no OUT_DIR")?;
    std::fs::write(PathBuf::from(out).join("i18n.rs"), code.to_string())?;
    Ok(())
}
