import { expect, test } from "vitest";
import { useStage } from "./stage.ts";

/* More tabs than a browser opens connections to one server. */
const TABS = 8;

const stage = useStage();

test("many tabs of one browser share one stream, and go on where the one that held it is closed", async () => {
  const { page, context, origin } = await stage.open();
  const others = [];
  for (let n = 1; n < TABS; n++) {
    const tab = await context.newPage();
    await tab.goto(`${origin}/`);
    await tab.getByRole("navigation", { name: "Main" }).first().waitFor();
    others.push(tab);
  }
  const first = await stage.ask({ text: "Does every tab hear this?" });
  for (const tab of [page, ...others]) {
    await tab
      .locator(`a[href*="${first.id}"]`)
      .or(tab.getByRole("button", { name: /new$/ }))
      .first()
      .waitFor();
  }
  await page.close();
  const second = await stage.ask({ text: "And this?" });
  for (const tab of others) {
    await expect
      .poll(async () => {
        const pill = tab.getByRole("button", { name: /new$/ });
        if ((await pill.count()) > 0) await pill.first().click();
        return await tab.locator(`a[href*="${second.id}"]`).count();
      })
      .toBeGreaterThan(0);
  }
});
