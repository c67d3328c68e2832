//! A picture of the page where a row failed: best effort, small, and only where the person turned
//! pictures on.

use chrome_api::{ChromeError, capture_window, has_origins};
use replay::{Artifact, NoPicture, Shot};
use storage::Settings;

use super::bytes::{from_base64, sha256};

/// What Chrome wants for a picture of a window that is not the panel's.
pub(crate) const ALL_SITES: &str = "<all_urls>";

/// JPEG qualities, the second for a picture that has too many bytes in the first.
const QUALITIES: [u8; 2] = [60, 25];

/// A picture may have so many bytes.
const MOST_BYTES: u32 = 400_000;

const MEDIA_TYPE: &str = "image/jpeg";

/// A picture of what the tab shows.
pub(super) async fn picture(tab: i32) -> Result<Shot, NoPicture> {
    if !Settings::read().pictures {
        return Err(NoPicture::Off);
    }
    if !has_origins(&[ALL_SITES.to_owned()])
        .await
        .map_err(refused)?
    {
        return Err(NoPicture::NotAllowed);
    }
    let mut too_large = 0;
    for quality in QUALITIES {
        let shot = capture(tab, quality).await?;
        if shot.named.bytes <= MOST_BYTES {
            return Ok(shot);
        }
        too_large = shot.named.bytes;
    }
    Err(NoPicture::TooLarge { bytes: too_large })
}

/// Chrome pictures what is in front of a window: that must be the tab, before and after.
async fn capture(tab: i32, quality: u8) -> Result<Shot, NoPicture> {
    let before = chrome_api::tab(tab).await.map_err(refused)?;
    if !before.active {
        return Err(NoPicture::Covered);
    }
    let url = capture_window(before.window_id, quality)
        .await
        .map_err(refused)?;
    let after = chrome_api::tab(tab).await.map_err(refused)?;
    if !after.active || after.window_id != before.window_id {
        return Err(NoPicture::Covered);
    }
    shot(&url).await.ok_or_else(|| NoPicture::Refused {
        why: "the picture could not be read".into(),
    })
}

async fn shot(url: &str) -> Option<Shot> {
    let base64 = url.strip_prefix("data:image/jpeg;base64,")?;
    let bytes = from_base64(base64)?;
    Some(Shot {
        named: Artifact {
            sha256: sha256(&bytes).await?,
            bytes: bytes.length(),
            media_type: MEDIA_TYPE.into(),
        },
        base64: base64.to_owned(),
    })
}

fn refused(error: ChromeError) -> NoPicture {
    NoPicture::Refused {
        why: error.to_string(),
    }
}
