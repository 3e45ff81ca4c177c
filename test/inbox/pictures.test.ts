import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { SPLITS } from "../../src/domain/inbox/inbox.ts";
import { openInbox, theBrowser, watched } from "../support/browser.ts";
import { pageUrl } from "../support/web.ts";
import { show } from "./looks.ts";
import { type Pictured, picturedRecord } from "./pictures/record.ts";
import { MORE, type PicturedView, ROUTES, SHOWN_AS, viewsOf } from "./pictures/views.ts";

/* Pictures of every screen, for the docs: `npm run pictures` takes them anew. */

const ROOT = new URL("../../", import.meta.url);
const FOLDER = fileURLToPath(new URL("docs/images/", ROOT));
const MOST_BYTES = 6_000_000;
const WIDE = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 844, isPhone: true };
const QUALITY = 70;

const names = [...Object.keys(ROUTES), ...MORE];
const files = names.flatMap((name) => SHOWN_AS.map((look) => `${name}-${look}.webp`));

describe("the pictures of the page", () => {
  test("show each of its routes in both themes and on a phone, and take little room", () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(files.toSorted());
    const sizes = files.map((file) => statSync(FOLDER + file).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
  });

  test("are of all routes that the page has", () => {
    const screens = readFileSync(new URL("src/inbox/shell/screens.tsx", ROOT), "utf8");
    const named = [...screens.matchAll(/screen\(\s*"(\w+)"/g)].map(([, name]) => `/${name}`);
    expect(named.length).toBeGreaterThan(5);
    const parts = SPLITS.map((split) => (split === "needs_me" ? "/" : `/${split}`));
    const router = readFileSync(new URL("src/inbox/browser/router.ts", ROOT), "utf8");
    const told = [...(router.split("*/")[0] ?? "").matchAll(/`(\/[^`]*)`/g)].flatMap(
      ([, path = ""]) => optional(path.replace(/\[\?[^\]]*\]/g, "")),
    );
    const routes = new Set(Object.values(ROUTES));
    expect([...named, ...parts, ...told].filter((path) => !routes.has(path))).toEqual([]);
  });
});

/** `/runs[/ID]` is two. */
function optional(path: string): readonly string[] {
  const short = path.replace(/\[.*\]/, "");
  return short === path ? [path] : [short, path.replace(/[[\]]/g, "")];
}

const isWanted = process.env["EARSHOT_PICTURES"] !== undefined;

test.runIf(isWanted)("are taken", { timeout: 600_000 }, async () => {
  const record = await picturedRecord();
  try {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const by of ["owner", "approver", "nobody"] as const) {
      const views = viewsOf(record).filter((view) => (view.by ?? "approver") === by);
      await taken(await pageOf(record, { by, window: WIDE }), { views, looks: ["light", "dark"] });
      await taken(await pageOf(record, { by, window: PHONE }), { views, looks: ["phone"] });
    }
  } finally {
    await record.close();
  }
  expect(readdirSync(FOLDER).toSorted()).toEqual(files.toSorted());
});

interface Opening {
  readonly by: "owner" | "approver" | "nobody";
  readonly window: typeof WIDE | typeof PHONE;
}

async function pageOf({ url, keys, clock }: Pictured, { by, window }: Opening) {
  const browser = await theBrowser();
  const origin = pageUrl(url);
  if (by === "nobody") {
    const isMobile = "isPhone" in window;
    const { width, height } = window;
    const context = await browser.newContext({ viewport: { width, height }, isMobile });
    return { page: await watched(context, origin), origin };
  }
  const tab = await openInbox(browser, { url, key: keys[by], ...window });
  await tab.page.clock.setFixedTime(clock.now());
  return tab;
}

/** Beside a list the request of its chosen row is there. */
function isOpened(): boolean {
  const pane = document.querySelector(".pane");
  const isShown = pane !== null && pane.getClientRects().length > 0;
  const isChosen = document.querySelector(".row [aria-current=true], .row[aria-current=true]");
  return !isShown || isChosen === null || pane.querySelector(".request-head") !== null;
}

interface Looks {
  readonly views: readonly PicturedView[];
  readonly looks: readonly (typeof SHOWN_AS)[number][];
}

async function taken(
  { page, origin }: { readonly page: Page; readonly origin: string },
  { views, looks }: Looks,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const view of views) {
    await page.emulateMedia({ colorScheme: "light" });
    await show(page, origin, view);
    await page.waitForFunction(isOpened);
    for (const look of looks) {
      await page.emulateMedia({ colorScheme: look === "dark" ? "dark" : "light" });
      const { data } = await session.send("Page.captureScreenshot", {
        format: "webp",
        quality: QUALITY,
      });
      writeFileSync(`${FOLDER}${view.name}-${look}.webp`, Buffer.from(data, "base64"));
    }
  }
}
