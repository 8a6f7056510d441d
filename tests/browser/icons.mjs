// Draws the icons of the installed page from icon.svg: node icons.mjs. Run it after a change of the drawing.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const ASSETS = fileURLToPath(new URL("../../web/assets/", import.meta.url));
const PAPER = "#f5f3ee";

/** A maskable icon has paper all over, and its drawing within the circle that every shape leaves. */
const ICONS = [
  { name: "icon-192.png", size: 192, part: 1, ground: "transparent" },
  { name: "icon-512.png", size: 512, part: 1, ground: "transparent" },
  { name: "icon-maskable.png", size: 512, part: 0.62, ground: PAPER },
];

const drawing = await readFile(`${ASSETS}icon.svg`, "base64");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const { name, size, part, ground } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const side = Math.round(size * part);
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">` +
      `<img width="${side}" height="${side}" src="data:image/svg+xml;base64,${drawing}">`,
  );
  await page.locator("img").evaluate((image) => image.decode());
  await writeFile(ASSETS + name, await page.screenshot({ omitBackground: true }));
}
await browser.close();
