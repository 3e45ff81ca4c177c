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

test("what an action is stands in the language of the page, with the numbers of the reader", async () => {
  const args = { environment: "live", amount: 14_900, currency: "EUR" };
  const { id } = await stage.seek({ tool: "write_file", args });
  const { page } = await stage.open({ path: `/${id}`, language: "de-AT" });
  await page.getByRole("heading", { name: /^write_file auf live ausführen: / }).waitFor();
  await page
    .getByText(/^Entscheidet: eine\(r\) von: |eine\(r\) von: /)
    .first()
    .waitFor({
      state: "attached",
    });
});
