//! The extension's own records, read from its IndexedDB.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::panel::Panel;

/// The rows of the newest batch as the ledger keeps them, in order.
///
/// # Errors
/// When the panel is gone or its records can't be read.
pub async fn kept_rows(panel: &Panel) -> Result<Vec<Value>> {
    let texts: Vec<String> = panel
        .page
        .evaluate(
            "new Promise((resolve, reject) => {
                const opening = indexedDB.open('surehand');
                opening.onerror = () => reject(opening.error);
                opening.onsuccess = () => {
                    const stores = opening.result.transaction(['batches', 'rows']);
                    const batches = stores.objectStore('batches').getAll();
                    batches.onsuccess = () => {
                        const newest = batches.result.map(text => JSON.parse(text))
                            .reduce((a, b) => a && a.created_at > b.created_at ? a : b, null);
                        const range = IDBKeyRange.bound(`${newest?.id}/`, `${newest?.id}/\u{ffff}`);
                        const rows = stores.objectStore('rows').getAll(range);
                        rows.onsuccess = () => { opening.result.close(); resolve(rows.result); };
                    };
                };
            })",
        )
        .await?;
    let rows = texts.iter().map(|text| serde_json::from_str(text));
    rows.collect::<Result<_, _>>()
        .context("a row of the ledger")
}
