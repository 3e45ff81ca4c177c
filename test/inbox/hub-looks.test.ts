import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { screenshot } from "../support/browser.ts";
import { useHubStage } from "./hub-stage.ts";
import { overflow, show, type View, violations } from "./looks.ts";

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

describe.each(["light", "dark"] as const)("in the %s theme", SLOW, (theme) => {
  test.each([
    ["a wide window", {}, ""],
    ["a phone", PHONE, "-phone"],
    ["320 px", NARROW, "-narrow"],
  ] as const)("%s shows it whole and free of faults that axe finds", async (_, window, suffix) => {
    const { page, origin } = await stage.open({ ...window, theme });
    const found: string[] = [];
    for (const view of VIEWS) {
      await show(page, origin, { ...view, path: pathOf(view.name) });
      await screenshot(page, `${view.name}-${theme}${suffix}`);
      found.push(...(await violations(page)).map((fault) => `${view.name}: ${fault}`));
      const wide = await overflow(page);
      if (wide > 0) found.push(`${view.name}: ${wide} px too wide`);
    }
    expect(found).toEqual([]);
  });
});
