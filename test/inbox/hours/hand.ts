import type { Locator, Page } from "playwright-core";
import { looked } from "../stage.ts";
import type { FormName } from "./mix.ts";

/*
 * Hands on a real page. What they take is counted, and told in seconds by the keystroke-level model
 * (Card, Moran and Newell 1980): nobody's thinking is in it.
 */

export type Way = "keys" | "mouse" | "phone" | "mix";

export interface Persona {
  readonly name: string;
  readonly way: Way;
  /** Of one key, and of one letter of words. */
  readonly keyMs: number;
  /** From one thing to point at to the next, with the press. */
  readonly pointMs: number;
}

export interface Done {
  readonly form: FormName;
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
  done(): Omit<Done, "form">;
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
  return { form, ...hand.done() };
}

type Act = (hand: Hand, page: Page) => Promise<void>;

const SOON_MS = 400;
const A_LOOK_MS = 1_200;
const armed = (page: Page) =>
  page.getByRole("region", { name: "Decide" }).getByRole("button", { name: /^Press again/ });

async function isArmed(page: Page): Promise<boolean> {
  const wait = armed(page).waitFor({ timeout: SOON_MS });
  const isSo = await wait.then(
    () => true,
    () => false,
  );
  // The second press counts only after a look.
  if (isSo) await page.waitForTimeout(A_LOOK_MS);
  return isSo;
}

const field = (page: Page) => page.locator("textarea:focus, input:focus");

const BY_KEYS: Readonly<Record<FormName, Act>> = {
  choice: (hand) => hand.press("1"),
  async choices(hand) {
    await hand.press("1");
    await hand.press("2");
    await hand.press("Control+Enter");
  },
  async text(hand, page) {
    await hand.press("r");
    await field(page).waitFor();
    await hand.write(WORDS);
    await hand.press("Control+Enter");
  },
  async fields(hand, page) {
    await hand.press("r");
    await field(page).waitFor();
    await hand.write(TITLE);
    await hand.press("Control+Enter");
  },
  // Of words it fills in the field, which is sent as any other.
  async "old answer"(hand) {
    await hand.press("u");
    await hand.press("Control+Enter");
  },
  async reject(hand, page) {
    await hand.press("d");
    await page.getByRole("dialog", { name: "Reject" }).waitFor();
    await looked(page);
    await hand.press("Enter");
  },
  "LOW, MEDIUM": byKey("a"),
  HIGH: byKey("p"),
  CRITICAL: byKey("p"),
};

/** Once more where the page wants that: what does not fit on the screen is armed by the first press. */
function byKey(key: string): Act {
  return async (hand, page) => {
    await hand.press(key);
    if (await isArmed(page)) await hand.press(key);
  };
}

const decide = (page: Page, name: string | RegExp) =>
  page.getByRole("region", { name: "Decide" }).getByRole("button", { name });
const send = (page: Page) => decide(page, /^Send answer/);
const byPasskey = byButton(/^Approve with a passkey/);

function byButton(name: RegExp): Act {
  return async (hand, page) => {
    await hand.click(decide(page, name));
    if (await isArmed(page)) await hand.click(armed(page));
  };
}

const BY_POINTER: Readonly<Record<FormName, Act>> = {
  choice: (hand, page) => hand.click(decide(page, /^staging/)),
  async choices(hand, page) {
    await hand.click(page.locator("label", { hasText: "staging" }));
    await hand.click(page.locator("label", { hasText: "production" }));
    await hand.click(send(page));
  },
  async text(hand, page) {
    await hand.click(page.getByRole("textbox", { name: "Answer" }));
    await hand.write(WORDS);
    await hand.click(send(page));
  },
  async fields(hand, page) {
    await hand.click(page.getByLabel("Title"));
    await hand.write(TITLE);
    await hand.click(send(page));
  },
  async "old answer"(hand, page) {
    await hand.click(decide(page, /^Use: /));
    await hand.click(send(page));
  },
  async reject(hand, page) {
    await hand.click(decide(page, /^Reject(?! all)/));
    const dialog = page.getByRole("dialog", { name: "Reject" });
    await dialog.waitFor();
    await looked(page);
    await hand.click(dialog.getByRole("button", { name: /^Reject$/ }));
  },
  "LOW, MEDIUM": byButton(/^Approve(?! with)/),
  HIGH: byPasskey,
  CRITICAL: byPasskey,
};
