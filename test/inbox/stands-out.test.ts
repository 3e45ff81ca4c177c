import { expect, test } from "vitest";
import { pressUntilGone, useStage } from "./stage.ts";

/* What Earshot says of an action beside what stands in it. */

const stage = useStage();

test("what a command would do stands in its row and above its card, before the agent's reason", async () => {
  const { id } = await stage.seek({
    tool: "run_command",
    args: { host: "production-1", command: "rm -rf /var/backups/shop" },
    reason: "The disk is at 91 percent.",
  });
  await stage.seek({ tool: "run_command", args: { host: "production-1", command: "df -h" } });
  const { page } = await stage.open({ path: `/${id}` });
  const row = page.getByRole("list", { name: "Requests" }).locator(`li:has(a[href*="${id}"])`);
  await row.getByText("deletes files (rm -rf)").waitFor();
  expect(await row.innerText()).toContain("The disk is at 91 percent.");
  await page
    .locator(`article[id="${id}"]`)
    .getByText("Stands out: deletes files (rm -rf)")
    .waitFor();
  expect(await page.getByText("deletes files").count()).toBe(2);
});

test("what was approved for the same order is told on the card, with by whom", async () => {
  const first = await stage.seek({
    tool: "refund",
    args: { order: "8841", amount: 300, to: "card" },
  });
  await stage.ana.approve({ id: first.id, digest: first.authorization.digest });
  const again = await stage.seek({
    tool: "refund",
    args: { order: "8841", amount: 300, to: "LT12 1000 0111" },
  });
  const { page } = await stage.open({ path: `/${again.id}` });
  const card = page.locator(`article[id="${again.id}"]`);
  await card.getByText("Approved already for the same order 8841").waitFor();
  expect(await card.innerText()).toMatch(/by you: Run refund: amount 300, to card, order "8841"/);
  await card.getByRole("link", { name: /Run refund/ }).click();
  await page.locator(`article[id="${first.id}"]`).waitFor();
});

test("the pointer over a choice does not look like a choice that is made, in both themes", async () => {
  const { id } = await stage.ask({
    text: "Which checks?",
    form: { kind: "choices", options: [{ label: "unit" }, { label: "lint" }] },
  });
  for (const scheme of ["light", "dark"] as const) {
    const { page } = await stage.open({ path: `/${id}` });
    await page.emulateMedia({ colorScheme: scheme });
    const [unit, lint] = [0, 1].map((at) => page.locator(".option").nth(at));
    await page.getByRole("button", { name: "Send: none of them" }).waitFor();
    const looks = (one = unit) =>
      one?.evaluate((element) => {
        const { borderTopColor, boxShadow, backgroundColor } = getComputedStyle(element);
        return [borderTopColor, boxShadow, backgroundColor];
      });
    await page.mouse.move(0, 0);
    const plain = await looks();
    await unit?.hover();
    await expect.poll(async () => (await looks())?.[2]).not.toBe(plain?.[2]);
    const hovered = await looks();
    expect(hovered?.slice(0, 2)).toEqual(plain?.slice(0, 2));
    await lint?.locator("label").click();
    await page.mouse.move(0, 0);
    await expect.poll(async () => (await looks(lint))?.[1]).not.toBe(plain?.[1]);
    const chosen = await looks(lint);
    for (const at of [0, 1, 2]) expect(chosen?.[at]).not.toBe(hovered?.[at]);
    await page.getByRole("button", { name: "Send answer" }).waitFor();
    await page.close();
  }
});

test("after asking back the next request is open, and nothing covers its row", async () => {
  const first = await stage.seek({ tool: "mail_it", args: { to: "ben@example.com" } });
  const { page } = await stage.open({ path: `/${first.id}` });
  await page.getByRole("button", { name: "Ask the agent" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Question").fill("Why Ben?");
  await pressUntilGone(dialog.getByRole("button", { name: "Send question" }));
  const current = page.getByRole("list", { name: "Requests" }).locator("a[aria-current=true]");
  await expect.poll(() => current.getAttribute("href")).not.toContain(first.id);
  expect(await page.locator(".toast").count()).toBe(0);
  await page
    .getByRole("list", { name: "Requests" })
    .locator(`li:has(a[href*="${first.id}"])`)
    .getByText("asked back")
    .waitFor();
});

test("a focus on the row that was open goes along to the one that is", async () => {
  const first = await stage.ask({
    text: "Zeroth?",
    form: { kind: "choice", options: [{ label: "yes" }, { label: "no" }] },
  });
  const { page } = await stage.open({ path: `/${first.id}` });
  const list = page.getByRole("list", { name: "Requests" });
  const row = list.locator(`a[href*="${first.id}"]`);
  await row.focus();
  await stage.ana.inboxItem({ id: first.id });
  await expect
    .poll(async () => {
      await page.keyboard.press("1");
      return await row.getAttribute("aria-current");
    })
    .toBe(null);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-current")))
    .toBe("true");
});

test("a short value with a hyphen is in one piece, wherever the line ends", async () => {
  const { id } = await stage.seek({ tool: "run_command", args: { command: "du -sh /var/log" } });
  const { page } = await stage.open({ path: `/${id}` });
  const piece = page.locator(".request .kept").filter({ hasText: "-sh" }).first();
  await piece.waitFor();
  expect(await piece.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe("nowrap");
  expect(await page.locator(".request").getByText("du -sh /var/log").count()).toBeGreaterThan(0);
});
