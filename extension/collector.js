// Reads the live document into numbers and texts: one pass, no decisions, one crossing. What the
// numbers mean, and what is asked of which element, is said in `crates/dom/src/capture/`.
//
// Getters and methods are taken from the prototypes, so that no element can hide what it is
// (`<form><input name=localName>` answers `form.localName` with the input).
const collector = (() => {
  const getter = (type, name) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (node) => get.call(node);
  };
  const method = (type, name) => {
    const ask = type.prototype[name];
    return (node, argument) => ask.call(node, argument);
  };
  const nodeType = getter(Node, "nodeType");
  const nodeValue = getter(Node, "nodeValue");
  const firstChild = getter(Node, "firstChild");
  const nextSibling = getter(Node, "nextSibling");
  const localName = getter(Element, "localName");
  const namespaceURI = getter(Element, "namespaceURI");
  const openRoot = getter(Element, "shadowRoot");
  const scrolls = ["scrollLeft", "scrollTop", "scrollWidth", "scrollHeight", "clientWidth", "clientHeight"]
    .map((name) => getter(Element, name));
  const clientLeft = getter(Element, "clientLeft");
  const clientTop = getter(Element, "clientTop");
  const windowOf = getter(Document, "defaultView");
  const attributeNames = method(Element, "getAttributeNames");
  const getAttribute = method(Element, "getAttribute");
  const matches = method(Element, "matches");
  const rectangle = method(Element, "getBoundingClientRect");
  const activeElement = getter(Document, "activeElement");
  const activeInside = getter(ShadowRoot, "activeElement");
  // Only an extension can see into closed shadow trees, and asking costs: what looks like a host is
  // asked every time, what only may be one when it is first seen.
  const asksClosed = globalThis.chrome?.dom?.openOrClosedShadowRoot;
  const isHtml = (element) => namespaceURI(element) === "http://www.w3.org/1999/xhtml";
  const closedRoot = asksClosed && ((element) => isHtml(element) ? asksClosed(element) : null);
  const shadowRoot = (element) => openRoot(element) ?? closedRoot?.(element) ?? null;
  const rootOf = (element, name, child, entry, hosts) => {
    const open = openRoot(element);
    if (open || !closedRoot || entry.root) return open ?? entry.root;
    const isLikely = name.includes("-") || (!child && hosts.has(name));
    if (isLikely || (!entry.isAsked && hosts.has(name))) entry.root = closedRoot(element) ?? null;
    entry.isAsked = true;
    return entry.root;
  };

  // Element -> its number, for as long as the document lives, its live styles and closed root.
  const kept = new WeakMap();
  let lastKey = 0;
  const keep = (element) => {
    let entry = kept.get(element);
    if (!entry) {
      kept.set(element, entry = { key: ++lastKey, style: null, before: null, after: null, root: null, isAsked: false });
    }
    return entry;
  };

  const TEXT = 0, ELEMENT = 1, ROOT = 2;
  const RENDERED = 1, NAMES = 2;

  const collect = (document, wants) => {
    const window = windowOf(document);
    const sets = Object.fromEntries(
      ["unread", "unstyled", "ungenerated", "controls", "namingTags", "namingRoles", "hosts"].map((name) => [name, new Set(wants[name].split(" "))]),
    );
    let windows = null;
    const numbers = [], texts = [], known = new Map(), nodes = [null], roots = [];
    let length = 0;
    const text = (string) => {
      let index = known.get(string);
      if (index === undefined) {
        known.set(string, index = texts.length);
        const short = string.length > wants.maxText ? string.slice(0, wants.maxText) : string;
        length += short.length;
        texts.push(short.includes("\0") ? short.replaceAll("\0", "\uFFFD") : short);
      }
      return index;
    };
    const put = (depth, kind, node) => { numbers.push(depth * 4 + kind); nodes.push(node); };

    const readControl = (element, name) => {
      const isOption = name === "option";
      const isField = name === "input" || name === "textarea" || name === "select";
      const isChosen = isOption || (name === "input" && (element.type === "checkbox" || element.type === "radio"));
      // Equal texts are kept once, but each field keeps its value.
      const value = isField ? element.value : "";
      length += Math.min(value.length, wants.maxText);
      numbers.push(
        isField ? text(value) : -1,
        (isChosen ? 1 : 0) | ((isOption ? element.selected : isChosen && element.checked) ? 2 : 0) |
          (isChosen && element.indeterminate ? 4 : 0) | (matches(element, ":disabled") ? 8 : 0) |
          (isField && matches(element, ":read-write") ? 16 : 0),
        isField && matches(element, ":invalid") ? text(element.validationMessage) : -1,
      );
    };
    const readGenerated = (style) => {
      const content = style.content, isThere = content !== "none" && content !== "normal";
      numbers.push(text(content), text(isThere ? style.display : ""));
    };
    // One element; gives the state of what is in it.
    const readElement = (element, entry, name, child, depth, state) => {
      put(depth, ELEMENT, element);
      const namespace = namespaceURI(element) ?? "", isHtml = namespace === "http://www.w3.org/1999/xhtml";
      numbers.push(entry.key, text(name), text(namespace));
      const attributes = attributeNames(element);
      numbers.push(attributes.length);
      let role = "", isEditable = false, isPopover = false;
      for (let index = 0; index < attributes.length; index++) {
        const attribute = attributes[index], value = getAttribute(element, attribute);
        numbers.push(text(attribute), text(value));
        if (attribute === "role") role = value;
        else if (attribute === "contenteditable") isEditable = true;
        else if (attribute === "popover") isPopover = true;
      }
      const at = numbers.push(0) - 1;
      let parts = 0, inside = state;
      const onlyDraws = !child && sets.unstyled.has(name) &&
        !attributes.some((attribute) => /^(role|tabindex|aria-.*)$/.test(attribute));
      if (state & RENDERED && !onlyDraws) {
        const style = entry.style ??= window.getComputedStyle(element);
        const display = style.display, isBox = display !== "inline" && display !== "none";
        parts |= 1;
        numbers.push(text(display), text(style.visibility));
        if (display === "none" || (isBox && style.contentVisibility === "hidden")) inside &= ~RENDERED;
        if (sets.namingTags.has(name) || sets.namingRoles.has(role)) inside |= NAMES;
        if (inside & NAMES && display !== "none" && !sets.ungenerated.has(name)) {
          parts |= 2;
          numbers.push(text(style.content));
          readGenerated(entry.before ??= window.getComputedStyle(element, "::before"));
          readGenerated(entry.after ??= window.getComputedStyle(element, "::after"));
        }
        if (isBox && /auto|scroll/.test(style.overflowY)) {
          parts |= 4;
          for (const scroll of scrolls) numbers.push(scroll(element));
        }
      }
      if (isHtml && sets.controls.has(name)) { parts |= 8; readControl(element, name); }
      if (isEditable && matches(element, ":read-write")) parts |= 16;
      if (name === "dialog" && matches(element, ":modal")) parts |= 32;
      if (isPopover && matches(element, ":popover-open")) parts |= 64;
      if (isHtml && (name === "iframe" || name === "frame")) {
        parts |= 128;
        windows ??= new Map(Array.from({ length: window.length }, (_, index) => [window[index], index]));
        const { paddingLeft = "", paddingTop = "" } = entry.style ?? {};
        numbers.push(
          windows.get(element.contentWindow) ?? -1,
          clientLeft(element) + (parseFloat(paddingLeft) || 0), clientTop(element) + (parseFloat(paddingTop) || 0),
        );
      }
      numbers[at] = parts;
      return inside;
    };

    // What is still to be read: a node, its depth and the state it inherits.
    const later = [firstChild(document), 0, RENDERED];
    let isCut = false;
    while (later.length) {
      const state = later.pop(), depth = later.pop(), node = later.pop();
      if (!node) continue;
      if (node === wants.skip) { later.push(nextSibling(node), depth, state); continue; }
      if (nodes.length > wants.maxNodes || length > wants.maxLength) { isCut = true; break; }
      later.push(nextSibling(node), depth, state);
      const type = nodeType(node);
      if (type === 3 || type === 4) {
        put(depth, TEXT, null);
        numbers.push(text(nodeValue(node)));
      } else if (type === 1) {
        const name = localName(node);
        const child = firstChild(node);
        const entry = keep(node);
        const inside = readElement(node, entry, name, child, depth, state);
        if (sets.unread.has(name)) continue;
        const root = rootOf(node, name, child, entry, sets.hosts);
        later.push(child, depth + 1, inside);
        if (root) {
          put(depth + 1, ROOT, null);
          roots.push(root);
          later.push(firstChild(root), depth + 2, inside);
        }
      }
    }
    let active = activeElement(document), root;
    while (active && (root = shadowRoot(active)) && activeInside(root)) {
      active = activeInside(root);
    }
    return { numbers: Int32Array.from(numbers), texts: texts.join("\0"), nodes, roots, isCut,
      active: active ? nodes.indexOf(active) : -1 };
  };

  // Left, top, width and height of each, CSS px in the viewport.
  const measure = (nodes, wanted) => {
    const boxes = new Float64Array(wanted.length * 4);
    for (let index = 0; index < wanted.length; index++) {
      const { x, y, width, height } = rectangle(nodes[wanted[index]]);
      boxes.set([x, y, width, height], index * 4);
    }
    return boxes;
  };

  return { collect, measure, shadowRoot };
})();
