import type { Figure } from "./figure.ts";
import { ROWS, withInbox } from "./inbox-page.ts";
import { median } from "./statistics.ts";

const OPEN = 10_000;
const DECIDE = 'section[aria-label="Decide"]';

export const inboxScript: Figure = {
  name: "inbox.script",
  what: "compressed script that the page loads before it shows the inbox and its first request",
  unit: "B",
  judged: "value",
  better: "less",
  atLeast: 60 * 1_024,
  aim: 45 * 1_024,

  async measure({ note }) {
    return await withInbox(1, async ({ signedIn }) => {
      const page = await signedIn();
      await page.addInitScript(noteFirst, { selector: DECIDE, name: "firstRequestMs" });
      await page.reload();
      // In a wide window the first request stands beside its row.
      const shown = await page.waitForFunction(() => Reflect.get(globalThis, "firstRequestMs"));
      const loaded = await page.evaluate(
        (until) =>
          performance
            .getEntriesByType("resource")
            .map((entry) => entry as PerformanceResourceTiming)
            .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
            .filter(({ startTime }) => startTime <= until)
            .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
        (await shown.jsonValue()) as number,
      );
      if (loaded.length === 0) throw new Error("The page loaded no script.");
      for (const { name, encodedBodySize } of loaded) note(`${name}: ${encodedBodySize} B`);
      return { value: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
    });
  },
};

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
