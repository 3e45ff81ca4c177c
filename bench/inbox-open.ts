import type { Page } from "playwright-core";
import { SURFACE_LANGUAGES } from "../src/messages/message-language.ts";
import type { Figure } from "./figure.ts";
import { ROWS, withInbox } from "./inbox-page.ts";
import { median } from "./statistics.ts";

const OPEN = 10_000;
const DECIDE = "section.decide";

export const inboxScript: Figure = {
  name: "inbox.script",
  what: "compressed script before the inbox and its first request show, in the longest language",
  unit: "B",
  judged: "value",
  better: "less",
  atLeast: 60 * 1_024,
  aim: 45 * 1_024,

  async measure({ isQuick, note }) {
    return await withInbox(1, async ({ signedIn }) => {
      const sizes: number[] = [];
      for (const locale of isQuick ? ["en"] : SURFACE_LANGUAGES) {
        const page = await signedIn({ locale });
        const bytes = sumOf(await scriptsOf(page));
        await page.context().close();
        note(`${locale}: ${bytes} B`);
        sizes.push(bytes);
      }
      return { value: Math.max(...sizes) };
    });
  },
};

function sumOf(scripts: readonly Script[]): number {
  if (scripts.length === 0) throw new Error("The page loaded no script.");
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
}

interface Script {
  readonly bytes: number;
}

/** What a page loads again from its start to its first request. */
async function scriptsOf(page: Page): Promise<readonly Script[]> {
  await page.addInitScript(noteFirst, { selector: DECIDE, name: "firstRequestMs" });
  await page.reload();
  // In a wide window the first request stands beside its row.
  const shown = await page.waitForFunction(() => Reflect.get(globalThis, "firstRequestMs"));
  return await page.evaluate(
    (until) =>
      performance
        .getEntriesByType("resource")
        .map((entry) => entry as PerformanceResourceTiming)
        .map((entry) => ({ ...entry.toJSON(), path: new URL(entry.name).pathname }))
        .filter(({ path, startTime }) => path.endsWith(".js") && startTime <= until)
        .map(({ encodedBodySize }) => ({ bytes: encodedBodySize })),
    (await shown.jsonValue()) as number,
  );
}

export const inboxOpen: Figure = {
  name: "inbox.open.10k",
  what: "from the start of the navigation to the first painted row, with 10,000 open requests",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 300,
  aim: 150,

  async measure({ isQuick, note }) {
    return await withInbox(isQuick ? 100 : OPEN, async ({ signedIn, origin }) => {
      const page = await signedIn();
      const times: number[] = [];
      await page.addInitScript(noteFirst, { selector: ROWS, name: "firstRowMs" });
      for (let round = 0; round < (isQuick ? 2 : 15); round++) {
        await page.goto(`${origin}/`);
        const shown = await page.waitForFunction(() => Reflect.get(globalThis, "firstRowMs"));
        times.push((await shown.jsonValue()) as number);
      }
      note(`${times.length} loads: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
      return { value: median(times) };
    });
  },
};

/** Runs in the page: notes, under a name, when the first of what is sought has been painted. */
function noteFirst({ selector, name }: { readonly selector: string; readonly name: string }): void {
  const seen = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    seen.disconnect();
    requestAnimationFrame(() => {
      setTimeout(() => Object.assign(globalThis, { [name]: performance.now() }));
    });
  });
  seen.observe(document, { childList: true, subtree: true });
}
