import type { Figure } from "./figure.ts";
import { withInbox } from "./inbox-page.ts";
import { quantile } from "./statistics.ts";

/** As slow as a phone of some years ago. */
const SLOWER = 4;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export const inboxDeck: Figure = {
  name: "inbox.deck",
  what: "from a tap that passes a card to the next one, on a phone four times as slow; 95 of 100 take less",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 400,
  aim: 200,

  async measure({ isQuick, note }) {
    return await withInbox(isQuick ? 60 : 500, async ({ signedIn, origin }) => {
      const page = await signedIn(PHONE);
      await page.goto(`${origin}/deck`);
      await page.locator("article.request").waitFor();
      await page.evaluate(noteCards);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      const later = page.locator(".deck-foot button").last();
      for (let taps = 1; taps <= (isQuick ? 5 : 100); taps++) {
        await later.tap();
        await page.waitForFunction((count) => globalThis.cardMs.length >= count, taps);
      }
      const times = await page.evaluate(() => globalThis.cardMs);
      note(`the median is ${quantile(times, 0.5).toFixed(1)} ms`);
      return { value: quantile(times, 0.95) };
    });
  },
};

declare global {
  /** In the page: from each tap to the frame that shows the next card. */
  var cardMs: number[];
}

function noteCards(): void {
  globalThis.cardMs = [];
  let tapped = 0;
  let shown = document.querySelector("article.request")?.id;
  addEventListener("pointerdown", ({ timeStamp }) => (tapped = timeStamp), { capture: true });
  const look = () => {
    const id = document.querySelector("article.request")?.id;
    if (id === undefined || id === shown) return;
    shown = id;
    const from = tapped;
    requestAnimationFrame(() => setTimeout(() => cardMs.push(performance.now() - from)));
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}
