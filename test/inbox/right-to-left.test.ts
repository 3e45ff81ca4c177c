import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { isFresh } from "../../bin/is-fresh.js";
import type { AuthorizationRequest } from "../../src/domain/requests/request.ts";
import type { Tab } from "../support/browser.ts";
import { cellsOf } from "../support/share.ts";
import { leftInEnglish } from "./left-in-english.ts";
import { faultsOf, show, type View } from "./looks.ts";
import { PAY, useStage } from "./stage.ts";

/*
 * The page in English that is written in Arabic letters, from right to left: its own build stands in the
 * place of the one that the server sends.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Built when it is older than its sources. */
const MIRRORED = "node_modules/.cache/mirrored-page";
const folder = join(ROOT, MIRRORED);
const stage = useStage();
let pay: AuthorizationRequest;

beforeAll(async () => {
  if (
    !isFresh(ROOT, `${MIRRORED}/index.ar.html`, [
      "src",
      "scripts/page",
      "vite.config.ts",
      "package-lock.json",
    ])
  ) {
    execFileSync(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--outDir", folder], {
      cwd: ROOT,
      env: { ...process.env, EARSHOT_PAGE_LANGUAGES: "ar" },
    });
  }
  await stage.ask({ text: "Which database should I use?", context: "Both are reachable." });
  await stage.ask({ text: "هل أبدأ النشر الآن؟" });
  pay = await stage.seek(PAY);
});

async function mirrored(path: string): Promise<Tab> {
  const { page, ...tab } = await stage.open({ path: "/settings" });
  await page.route("**/*", async (route) => {
    const request = route.request();
    const file = join(folder, new URL(request.url()).pathname);
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      const response = await route.fetch();
      await route.fulfill({ response, path: join(folder, "index.ar.html") });
    } else if (request.url().includes("/assets/") && existsSync(file)) {
      await route.fulfill({ path: file });
    } else await route.continue();
  });
  await page.goto(tab.origin + path);
  return { page, ...tab };
}

async function left(page: Page, what: string): Promise<number> {
  return (await page.locator(what).first().boundingBox())?.x ?? Number.NaN;
}

async function settled(page: Page): Promise<void> {
  await page.locator("h1, h2").first().waitFor();
  await page.waitForLoadState("networkidle");
}

async function dialog(page: Page): Promise<void> {
  await page.locator(".decide").first().waitFor();
  await page.keyboard.press("d");
  await page.getByRole("dialog").waitFor();
}

/** What needs no words to be brought up. */
const PATHS = [
  "",
  "others",
  "done",
  "conversations",
  "liaison",
  "liaison/fitness",
  "runs",
  "agents",
  "deliveries",
  "policy",
  "audit",
  "dashboard",
  "settings",
  "deck",
];
const SCREENS = PATHS.map(
  (path): View => ({ name: path.replace("/", "-") || "inbox", path: `/${path}`, ready: settled }),
);

test("from right to left the rail stands on the right, then the list, then what is open", async () => {
  const { page } = await mirrored(`/${pay.id}`);
  await page.locator(".decide").first().waitFor();
  const at = { rail: await left(page, ".rail"), list: await left(page, ".rows") };
  expect(at.rail).toBeGreaterThan(at.list);
  expect(at.list).toBeGreaterThan(await left(page, ".request"));
  const directions = await page
    .locator(".row-ask, .args .mono")
    .evaluateAll((all) => [
      ...new Set(all.map((one) => `${one.classList[0]} ${getComputedStyle(one).direction}`)),
    ]);
  expect(directions.toSorted()).toEqual(["mono ltr", "row-ask ltr", "row-ask rtl"]);
});

test("a page from right to left is whole, and free of faults that axe finds", async () => {
  const tab = await mirrored("/");
  const views = cellsOf("screens", { of: SCREENS, valuesOf: () => ["mirrored"] });
  const decided: View = { name: "request-dialog", path: `/${pay.id}`, ready: dialog };
  const looked = { views: [decided, ...views], suffix: "-mirrored", narrowed: NARROWED };
  expect(await faultsOf(tab, looked)).toEqual([]);
});

/** Of a small phone. */
const NARROWED = [{ width: 320, height: 640 }];

test("a page in another language has no word of English that no message says", async () => {
  const { id } = await stage.ask({ text: "Which region?", context: "Both are reachable." });
  await stage.ana.answer({ id, answer: { text: "ACME" } });
  const { page, origin } = await mirrored("/");
  const opened = (name: string, path: string): View => ({ name, path, ready: settled });
  const keyed = (key: string): View => ({
    name: `key ${key}`,
    path: `/${pay.id}`,
    async ready() {
      await page.locator(".decide").first().waitFor();
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
    },
  });
  const dialogs = ["?", "Control+k", "d", "h"].map(keyed);
  const opens = [opened("request", `/${pay.id}`), opened("closed", `/done/${id}`)];
  const views = [...opens, ...SCREENS, ...dialogs];
  const left: string[] = [];
  for (const view of views) {
    await show(page, origin, view);
    left.push(...(await leftInEnglish(page, SAID)).map((text) => `${view.name}: ${text}`));
  }
  expect(left).toEqual([]);
});

/** Names of people, agents and rules here, and what they said. */
const SAID: readonly string[] =
  "ana scout agent operator pay amount ACME urgent false The invoice October due Which database should use region Both are reachable reading spending transfers two have agree amount lower least default".split(
    " ",
  );
