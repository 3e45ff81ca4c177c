import { expect, test } from "vitest";
import { useStage } from "./stage.ts";

/* What happens before the page has come to rest. */

const stage = useStage();

test("what is typed while a search begins stays in the field", async () => {
  const { page } = await stage.open();
  const field = page.getByRole("searchbox", { name: "Search requests" });
  await page.evaluate(() => {
    const { pushState } = history;
    history.pushState = (...given) => {
      history.pushState = pushState;
      history.pushState(...given);
      const input = document.querySelector<HTMLInputElement>("input[type=search]");
      if (input === null) throw new Error("There is no field.");
      input.value += " master";
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
  });
  await field.fill("harbour");
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("harbour master");
  expect(await field.inputValue()).toBe("harbour master");
});

test("nobody is told that they may only look before it is known who they are", async () => {
  const sought = await stage.seek({ tool: "write_file" });
  const { page, origin } = await stage.open();
  const { promise: known, resolve: tell } = Promise.withResolvers<void>();
  await page.route("**/v1/whoami", async (route) => {
    await known;
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!/You may look at this/.test(document.body?.textContent ?? "")) return;
      document.documentElement.dataset["told"] = "yes";
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  const loaded = page.waitForResponse((response) => response.url().includes(`inbox/${sought.id}`));
  await page.goto(`${origin}/${sought.id}`);
  await loaded;
  tell();
  await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset["told"])).toBeUndefined();
});
