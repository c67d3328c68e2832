// Times Playwright's snapshot for models on a page that is open already.
// usage: node aria-snapshot.mjs WEBSOCKET URL ROUNDS; prints {"ms": [...], "text": "..."}
import { chromium } from "playwright-core";

const [address, url, rounds] = process.argv.slice(2);
const browser = await chromium.connectOverCDP(address);
const pages = browser.contexts().flatMap((context) => context.pages());
const page = pages.find((page) => page.url() === url);
const ms = [];
let text = "";
for (let round = 0; round < Number(rounds); round++) {
  const began = performance.now();
  text = await page.ariaSnapshot({ mode: "ai", timeout: 120_000 });
  ms.push(performance.now() - began);
}
// Leaves the browser running; a pipe takes the text in pieces.
process.stdout.write(JSON.stringify({ ms, text }), () => process.exit(0));
