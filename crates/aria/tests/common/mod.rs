//! Finding the element a test asks about.

use page_model::{NodeId, Page};

/// The element with `id="it"`.
pub(crate) fn it(page: &Page) -> NodeId {
    let mut nodes = page.all();
    nodes
        .find(|&node| page.attribute(node, "id") == Some("it"))
        .expect("the test marks its element")
}
