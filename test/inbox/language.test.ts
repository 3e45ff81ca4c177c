import { expect, test } from "vitest";
import { useStage } from "./stage.ts";

const stage = useStage();

test("the page is in the language of the browser, or in the one that was chosen there", async () => {
  const { page, origin } = await stage.open({ path: "/settings", language: "de-AT" });
  const html = page.locator("html");
  const heading = (name: string) => page.getByRole("heading", { name }).waitFor();
  await heading("Ihre Geräte");
  expect(await html.getAttribute("lang")).toBe("de");
  await page.getByLabel("Sprache dieser Seite").selectOption("日本語");
  await heading("お使いの端末");
  await page.goto(`${origin}/settings`);
  await heading("お使いの端末");
  expect(await html.getAttribute("lang")).toBe("ja");
  await page.getByLabel("このページの言語").selectOption({ index: 0 });
  await heading("Ihre Geräte");
  expect(await page.evaluate("document.cookie")).not.toContain("earshot-language");
});
