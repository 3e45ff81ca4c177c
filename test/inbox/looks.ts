import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { screenshot } from "../support/browser.ts";
import { cellsOf } from "../support/share.ts";

/* How a view is brought up, and what axe and the edge of the window say about it. */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface View {
  readonly name: string;
  readonly path: string;
  /** What tells that it is there. */
  ready(page: Page): Promise<void>;
}

/** Loads it, and waits until nothing more comes. */
export async function show(page: Page, origin: string, view: View): Promise<void> {
  await page.goto(origin + view.path);
  await settled(page, view);
}

/**
 * Shows it as a link within the page does, which takes a third of what loading does. Nothing of what was
 * shown before is left by then: a place that there is not stands between.
 */
async function goOnTo(page: Page, origin: string, view: View): Promise<void> {
  const isThere = await page.evaluate(async (path) => {
    const go = async (to: string) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    };
    const isIn = (what: string) => document.querySelector(what) !== null;
    // Of what opened over a screen something may stay.
    if (!isIn(".app") || isIn("dialog")) return false;
    await go("/nowhere");
    if (!isIn("main .about > a[href='/']") || isIn("dialog")) return false;
    await go(path);
    return true;
  }, view.path);
  if (!isThere) await page.goto(origin + view.path);
  await settled(page, view);
}

async function settled(page: Page, { ready }: View): Promise<void> {
  await ready(page);
  await page.waitForFunction(async () => {
    const isBusy = document.querySelector("[aria-busy=true]") !== null;
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
    return !isBusy;
  });
}

/** What axe finds; by these rules alone where some are named. */
export async function violations(
  page: Pick<Page, "evaluate">,
  rules?: readonly string[],
): Promise<readonly string[]> {
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(AXE);
  // There is much that axe finds right, and it is not transferred.
  const options = JSON.stringify({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  const found = (await page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations)`,
  )) as readonly {
    id: string;
    nodes: readonly { html: string; failureSummary: string }[];
  }[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

/** Of the views those that this run looks at in a window of this kind; each is looked at in some. */
export function seenIn<V extends Pick<View, "name">>(
  window: string,
  { views, windows }: { readonly views: readonly V[]; readonly windows: readonly string[] },
): readonly V[] {
  const cells = views.flatMap((view) =>
    windows.map((one) => ({ name: `${view.name} in ${one}`, view, window: one })),
  );
  const valuesOf = (cell: (typeof cells)[number]) => [cell.view.name, cell.window];
  return cellsOf("screens", { of: cells, valuesOf })
    .filter((cell) => cell.window === window)
    .map(({ view }) => view);
}

export interface Looked {
  readonly views: readonly View[];
  /** Of the names of its pictures. */
  readonly suffix: string;
  readonly narrowed?: readonly Size[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * What is wrong with how views look in both themes: what axe finds, and what is too wide, also where the
 * window is made as small as `narrowed`. Of each a picture can be kept. Themes differ in colours alone,
 * so the dark one is held to the rule of contrast, by `npm test` in some of the views.
 */
export async function faultsOf(
  { page, origin }: { readonly page: Page; readonly origin: string },
  { views, suffix, narrowed = [] }: Looked,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const looked = cellsOf("themes", { of: views, valuesOf: () => ["dark"] });
  for (const view of views) {
    const say = (fault: string) => faults.push(`${view.name}${suffix}: ${fault}`);
    await page.emulateMedia({ colorScheme: "light" });
    await goOnTo(page, origin, view);
    await screenshot(page, `${view.name}-light${suffix}`);
    (await violations(page)).forEach(say);
    const wide = await overflow(page);
    if (wide > 0) say(`${wide} px too wide`);
    await page.emulateMedia({ colorScheme: "dark" });
    await screenshot(page, `${view.name}-dark${suffix}`);
    if (looked.includes(view)) (await violations(page, ["color-contrast"])).forEach(say);
    (await tooWideAt(page, narrowed)).forEach(say);
  }
  return faults;
}

/** At each of these sizes; the window is as large as before then. */
async function tooWideAt(page: Page, sizes: readonly Size[]): Promise<readonly string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    // What a page draws otherwise in a small window is there with the frame after the next.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const wide = await overflow(page);
    if (wide > 0) faults.push(`${wide} px too wide at ${size.width} × ${size.height}`);
  }
  if (before !== null && sizes.length > 0) await page.setViewportSize(before);
  return faults;
}

async function overflow(page: Page): Promise<number> {
  return await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
