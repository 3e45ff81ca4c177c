import type { Locator, Page } from "playwright-core";
import { looked } from "../stage.ts";
import type { FormName } from "./mix.ts";

/*
 * Hands on a real page. What they take is counted, and told in seconds by the keystroke-level model
 * (Card, Moran and Newell 1980): nobody's thinking is in it.
 */

type Way = "keys" | "pointer" | "phone" | "both";

export interface Persona {
  readonly name: string;
  readonly way: Way;
  /** Of one key, and of one letter of words. */
  readonly keyMs: number;
  /** From one thing to point at to the next, with the press. */
  readonly pointMs: number;
}

interface Done {
  readonly keys: number;
  readonly presses: number;
  readonly letters: number;
  /** By the model. */
  readonly handMs: number;
}

const WORDS = "to the archive, please";
const TITLE = "Batches";

interface Hand {
  press(key: string): Promise<void>;
  write(words: string): Promise<void>;
  click(target: Locator): Promise<void>;
  /** What is open, by most of its height; counts as a press. */
  scroll(): Promise<void>;
  done(): Done;
}

function handOn(page: Page, { way, keyMs, pointMs }: Persona): Hand {
  const count = { keys: 0, presses: 0, letters: 0 };
  return {
    async press(key) {
      count.keys += 1;
      await page.keyboard.press(key);
    },
    async write(words) {
      count.letters += words.length;
      await page.keyboard.type(words);
    },
    async click(target) {
      count.presses += 1;
      await (way === "phone" ? target.tap() : target.click());
    },
    async scroll() {
      count.presses += 1;
      await page.locator("main.pane").evaluate((pane) => pane.scrollBy(0, pane.clientHeight * 0.8));
    },
    done() {
      const { keys, presses, letters } = count;
      const handMs = (keys + letters) * keyMs + presses * pointMs;
      return { ...count, handMs };
    },
  };
}

/** Decides the request that is shown, as this person does. */
export async function handle(
  page: Page,
  form: FormName,
  persona: Persona & { readonly byKeys: boolean },
): Promise<Done> {
  await page.getByRole("region", { name: "Decide" }).waitFor();
  await looked(page);
  const hand = handOn(page, persona);
  await (persona.byKeys ? BY_KEYS[form](hand, page) : BY_POINTER[form](hand, page));
  return hand.done();
}

type Act = (hand: Hand, page: Page) => Promise<void>;

const SOON_MS = 400;
const A_LOOK_MS = 1_200;
const MOST_PRESSES = 5;

/**
 * Presses until it is decided: what does not fit on the screen is scrolled to or armed by the first press,
 * and what came too soon for the page does nothing. The next press counts only after a look.
 */
async function untilDecided(page: Page, press: () => Promise<void>): Promise<void> {
  const id = await page.locator("article.request").getAttribute("id");
  // The last one stays on the page, and its outcome in place of the bar.
  const bar = page.locator(`article[id="${id}"] .decide:not(.outcome)`);
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await press();
    if (await isGone(bar, SOON_MS)) return;
    await bar.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    if (await isGone(bar, A_LOOK_MS)) return;
  }
}

async function isGone(bar: Locator, timeout: number): Promise<boolean> {
  return await bar.waitFor({ state: "detached", timeout }).then(
    () => true,
    () => false,
  );
}

const field = (page: Page) => page.locator("textarea:focus, input:focus");

const BY_KEYS: Readonly<Record<FormName, Act>> = {
  choice: byKey("1"),
  async choices(hand, page) {
    await hand.press("1");
    await hand.press("2");
    await bySending(hand, page);
  },
  async text(hand, page) {
    await hand.press("r");
    await field(page).waitFor();
    await hand.write(WORDS);
    await bySending(hand, page);
  },
  async fields(hand, page) {
    await hand.press("r");
    await field(page).waitFor();
    await hand.write(TITLE);
    await bySending(hand, page);
  },
  // Of words it fills in the field, which is sent as any other.
  async "old answer"(hand, page) {
    await hand.press("u");
    await bySending(hand, page);
  },
  async reject(hand, page) {
    await hand.press("d");
    await page.getByRole("dialog", { name: "Reject" }).waitFor();
    await looked(page);
    await byKey("Enter")(hand, page);
  },
  "LOW, MEDIUM": byKey("a"),
  HIGH: byKey("p"),
  CRITICAL: byKey("p"),
};

function byKey(key: string): Act {
  return async (hand, page) => await untilDecided(page, () => hand.press(key));
}

async function bySending(hand: Hand, page: Page): Promise<void> {
  await byKey("Control+Enter")(hand, page);
}

const decide = (page: Page, name: string | RegExp) =>
  page.getByRole("region", { name: "Decide" }).getByRole("button", { name });
const bySend = byButton(/^Send answer/);
const byPasskey = byButton(/^Approve with a passkey|^Press again/);

function byButton(name: RegExp): Act {
  return async (hand, page) => {
    const button = decide(page, name);
    // Nothing is approved before its end was on the screen.
    for (let at = 0; at < MOST_PRESSES && (await button.isDisabled()); at += 1) {
      await hand.scroll();
      await page.waitForTimeout(SOON_MS);
    }
    await untilDecided(page, () => hand.click(button));
  };
}

const BY_POINTER: Readonly<Record<FormName, Act>> = {
  choice: byButton(/^staging/),
  async choices(hand, page) {
    await hand.click(page.locator("label", { hasText: "staging" }));
    await hand.click(page.locator("label", { hasText: "production" }));
    await bySend(hand, page);
  },
  async text(hand, page) {
    await hand.click(page.getByRole("textbox", { name: "Answer" }));
    await hand.write(WORDS);
    await bySend(hand, page);
  },
  async fields(hand, page) {
    await hand.click(page.getByLabel("Title"));
    await hand.write(TITLE);
    await bySend(hand, page);
  },
  async "old answer"(hand, page) {
    await hand.click(decide(page, /^Use: /));
    await bySend(hand, page);
  },
  async reject(hand, page) {
    await hand.click(decide(page, /^Reject(?! all)/));
    const dialog = page.getByRole("dialog", { name: "Reject" });
    await dialog.waitFor();
    await looked(page);
    const button = dialog.getByRole("button", { name: /^Reject$/ });
    await untilDecided(page, () => hand.click(button));
  },
  "LOW, MEDIUM": byButton(/^Approve(?! with)|^Press again/),
  HIGH: byPasskey,
  CRITICAL: byPasskey,
};
