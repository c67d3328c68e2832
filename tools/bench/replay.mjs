// The sample flow written with Playwright, as its guide says: locators by role and name, no check but the wait at the
// end: for the toast, or for the answer to the request that saves. Rows come as JSON on standard input; prints the
// milliseconds each took.
// usage: node replay.mjs BROWSER URL toast|response < rows.json
import { chromium } from "playwright-core";
import { text } from "node:stream/consumers";

const [executablePath, url, end] = process.argv.slice(2);
const rows = JSON.parse(await text(process.stdin));
const browser = await chromium.launch({ executablePath });
const page = await browser.newPage();
const ms = [];
for (const row of rows) {
  const began = performance.now();
  await page.goto(url);
  await page.getByRole("button", { name: "New customer" }).click();
  for (const field of ["Name", "Email", "Phone", "City", "Notes"]) {
    await page.getByRole("textbox", { name: field }).fill(row[field]);
  }
  const isSave = (response) => response.request().method() === "POST" && response.url().endsWith("/api/customers");
  const answered = end === "response" ? page.waitForResponse(isSave) : undefined;
  await page.getByRole("button", { name: "Save customer" }).click();
  await (answered ?? page.getByText("Customer saved").waitFor());
  ms.push(performance.now() - began);
}
await browser.close();
process.stdout.write(JSON.stringify(ms));
