// Starts the engine in a page's isolated world, once per document; hands it the panel's messages;
// puts a fresh engine in the place of one that crashed. The build fills in the names in capitals
// and makes two scripts of this one: the engine as WebAssembly, and its twin in plain JavaScript.
(async () => {
  const KEY = Symbol.for("surehand.engine");
  const VERSION = "__VERSION__";
  const alive = globalThis[KEY];
  if (alive?.version === VERSION && alive.isConnected()) return { started: true };

  __WEBASSEMBLY__ // the twin brings its own
  try {
    // The smallest module there is: asked before anything big is decoded.
    new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  } catch {
    return { refused: "the page's security policy forbids WebAssembly" };
  }
  __COLLECTOR__
  const glue = () => {
    __GLUE__
    return wasm_bindgen;
  };
  const running = { version: VERSION, isConnected: () => Boolean(chrome.runtime?.id) };
  let start;
  try {
    const packed = new Blob([Uint8Array.fromBase64("__WASM__")]).stream();
    const plain = packed.pipeThrough(new DecompressionStream("gzip"));
    const module = await WebAssembly.compile(await new Response(plain).arrayBuffer());
    start = () => {
      const bindgen = glue();
      bindgen.initSync({ module });
      return new bindgen.Engine("__VARIANT__");
    };
    running.engine = start();
  } catch (error) {
    return { refused: `the engine did not start: ${error?.message ?? error}` };
  }
  globalThis[KEY] = running;
  // Outside an extension, as in a benchmark, the engine is called directly.
  if (!globalThis.chrome?.runtime?.onConnect) return { started: true };

  chrome.runtime.onConnect.addListener((port) => {
    const isOurs = port.name === "__PORT__" && port.sender?.id === chrome.runtime.id &&
      port.sender.url?.startsWith(chrome.runtime.getURL(""));
    if (!isOurs || globalThis[KEY] !== running) return;
    let isOpen = true;
    const answer = (message) => { if (isOpen) port.postMessage(message); };
    port.onDisconnect.addListener(() => { isOpen = false; running.engine?.stop(); });
    port.onMessage.addListener((command) => {
      try {
        (running.engine ??= start()).receive(command, answer);
      } catch (error) {
        // A trapped instance is poisoned: nothing of it is used again.
        running.engine = undefined;
        const message = String(error?.message ?? error);
        answer({ id: command.id, outcome: { Err: { engine_crashed: { message } } } });
      }
    });
  });
  return { started: true };
})();
