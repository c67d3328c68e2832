// Starts the engine in a page's isolated world, once per document; hands it the panel's messages;
// puts a fresh engine in the place of one that crashed. The build fills in the names in capitals.
(async () => {
  const KEY = Symbol.for("surehand.engine");
  const VERSION = "__VERSION__";
  const alive = globalThis[KEY];
  if (alive?.version === VERSION && alive.isConnected()) return { started: true };

  const glue = () => {
    __GLUE__
    return wasm_bindgen;
  };
  const bytes = Uint8Array.fromBase64("__WASM__");
  let module;
  try {
    module = await WebAssembly.compile(bytes);
  } catch (error) {
    // An empty CompileError is how Chromium says that the page's policy forbids WebAssembly.
    return { refused: error.message.split(": ")[1] || "the page's security policy forbids WebAssembly" };
  }
  const start = () => {
    const bindgen = glue();
    bindgen.initSync({ module });
    return new bindgen.Engine("wasm");
  };
  const running = { version: VERSION, isConnected: () => Boolean(chrome.runtime?.id) };
  try {
    running.engine = start();
  } catch (error) {
    return { refused: `the engine did not start: ${error?.message ?? error}` };
  }
  globalThis[KEY] = running;

  chrome.runtime.onConnect.addListener((port) => {
    const isOurs = port.name === "__PORT__" && port.sender?.id === chrome.runtime.id &&
      port.sender.url?.startsWith(chrome.runtime.getURL(""));
    if (!isOurs || globalThis[KEY] !== running) return;
    let isOpen = true;
    const answer = (message) => { if (isOpen) port.postMessage(message); };
    port.onDisconnect.addListener(() => { isOpen = false; });
    port.onMessage.addListener((command) => {
      try {
        (running.engine ??= start()).receive(command, answer);
      } catch (error) {
        // A trapped instance is poisoned: nothing of it is used again.
        running.engine = undefined;
        const message = String(error?.message ?? error);
        answer({ id: command.id, outcome: { Err: { kind: "engine_crashed", message } } });
      }
    });
  });
  return { started: true };
})();
