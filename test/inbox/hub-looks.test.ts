import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useHubStage } from "./hub-stage.ts";
import { faultsOf, seenIn, type View } from "./looks.ts";

const stage = useHubStage();

/** What a deployment with channels shows that one without does not. */
const VIEWS: readonly Omit<View, "path">[] = [
  { name: "deliveries-full", ready: text("Telegram could not be reached.") },
  { name: "settings-links", ready: scrolledTo("Where you are reached") },
  { name: "settings-attention", ready: scrolledTo("When you are interrupted") },
  { name: "link-code", ready: coded },
  { name: "reached", ready: scrolledTo("Who was reached") },
  { name: "unreached", ready: text("Nobody could be reached about this") },
];
const PHONE = { width: 390, height: 844, isPhone: true };
const NARROW = { width: 320, height: 640 };
/** A browser goes through all of them on two processors that others use too. */
const SLOW = { timeout: 120_000 };

function pathOf(name: string): string {
  if (name === "deliveries-full") return "/deliveries";
  if (name === "reached") return `/${stage.asked}`;
  return name === "unreached" ? `/${stage.lost}` : "/settings";
}

function text(words: string) {
  return async (page: Page) => await page.getByText(words).first().waitFor();
}

function scrolledTo(region: string) {
  return async (page: Page) => {
    const part = page.getByRole("region", { name: region });
    if (region === "Where you are reached") await part.getByText("pager").waitFor();
    await part.scrollIntoViewIfNeeded();
  };
}

async function coded(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Link an account" }).click();
  await page.getByRole("button", { name: "Make a code" }).click();
  await page.getByText("Whoever says it first").waitFor();
}

const WINDOWS = [
  ["a wide window", {}, ""],
  ["a phone", PHONE, "-phone"],
  ["320 px", NARROW, "-narrow"],
] as const;
const windows = WINDOWS.map(([name]) => name);

test.each(WINDOWS)(
  "%s shows it whole and free of faults that axe finds",
  SLOW,
  async (name, window, suffix) => {
    const seen = seenIn(name, { views: VIEWS, windows });
    const views = seen.map((view) => ({ ...view, path: pathOf(view.name) }));
    expect(await faultsOf(await stage.open(window), { views, suffix })).toEqual([]);
  },
);
