// Starts the panel's Wasm; an extension page allows no inline script.
import init from "./side-panel.js";

await init({ module_or_path: new URL("side-panel_bg.wasm", import.meta.url) });
