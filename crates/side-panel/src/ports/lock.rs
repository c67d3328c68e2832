//! One owner per batch over all windows: a Web Lock, which ends with the panel that holds it.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["navigator", "locks"], js_name = request, catch)]
    fn request(
        name: &str,
        options: &JsValue,
        granted: &Closure<dyn FnMut(JsValue) -> Promise>,
    ) -> Result<Promise, JsValue>;
}

/// A batch that this panel alone may run; free again when dropped.
pub(crate) struct BatchLock {
    release: Function,
    _granted: Closure<dyn FnMut(JsValue) -> Promise>,
}

impl BatchLock {
    /// Takes the lock of a batch, or gives `None` where another window holds it.
    pub(crate) async fn take(batch: &str) -> Option<Self> {
        let (sender, receiver) = oneshot::channel();
        let sender = Rc::new(RefCell::new(Some(sender)));
        let granted = Closure::new(move |lock: JsValue| {
            let mut release = JsValue::NULL;
            let held = Promise::new(&mut |resolve, _| {
                if lock.is_null() {
                    // Not granted: there is nothing to hold.
                    let _ = resolve.call0(&JsValue::NULL);
                } else {
                    release = resolve.into();
                }
            });
            if let Some(sender) = sender.borrow_mut().take() {
                // Who asked may be gone; then nobody releases, and the panel's end does.
                let _ = sender.send(release);
            }
            held
        });
        let options = Object::new();
        let only_if_free = JsValue::from_str("ifAvailable");
        Reflect::set(&options, &only_if_free, &JsValue::TRUE).ok()?;
        // The promise answers when the lock is free again; the callback tells before.
        let _ = request(&format!("surehand-batch-{batch}"), &options, &granted).ok()?;
        let release = receiver.await.ok().filter(JsValue::is_function)?;
        Some(Self {
            release: release.into(),
            _granted: granted,
        })
    }
}

impl Drop for BatchLock {
    fn drop(&mut self) {
        let _ = self.release.call0(&JsValue::NULL);
    }
}
