import { expect, test } from "vitest";
import { looked, useStage } from "./stage.ts";

/* A rule wants to know why: the page asks before its button sends. */

const stage = useStage();

const RULE = { name: "noted", tools: ["noted_*"], note: "required", ticket: "INC-[0-9]{4,}" };

test("the page asks why before it approves, and keeps what the rule does not take", async () => {
  await stage.operator.applyPolicy({ source: { version: 2, rules: [RULE] } });
  const { id } = await stage.seek({ tool: "noted_one" });
  const { page } = await stage.open({ path: `/${id}` });
  const bar = page.getByRole("region", { name: "Decide" });
  const approve = bar.getByRole("button", { name: "Approve", exact: true });
  const note = bar.getByRole("textbox", { name: "Note" });
  await note.waitFor();
  expect(await approve.isEnabled()).toBe(false);
  expect(await bar.innerText()).toContain("INC-[0-9]{4,}");
  await note.fill("It is urgent.");
  await looked(page);
  await approve.click();
  await bar
    .getByText(/wants a note that names a ticket/)
    .first()
    .waitFor();
  expect(await note.inputValue()).toBe("It is urgent.");
  await note.fill("It is urgent: INC-4711.");
  await looked(page);
  await approve.click();
  await expect
    .poll(async () => (await stage.ana.show({ id })).request.status, { timeout: 20_000 })
    .toBe("approved");
  await stage.operator.applyPolicy({ source: { version: 1, rules: [] } });
});

test("what is approved together says why as well", async () => {
  const { ticket: _, ...rule } = RULE;
  await stage.operator.applyPolicy({ source: { version: 2, rules: [rule] } });
  const sought = [];
  for (const n of [1, 2]) sought.push(await stage.seek({ tool: "noted_two", args: { n } }));
  const { page } = await stage.open({ path: "/?q=tool:noted_two" });
  const rows = page.getByRole("list", { name: "Requests" }).locator("li");
  for (const { id } of sought) {
    const row = rows.filter({ has: page.locator(`a[href*="${id}"]`) });
    await row.getByRole("checkbox").check();
  }
  await page.getByRole("button", { name: "Decide together" }).click();
  const dialog = page.getByRole("dialog", { name: "Decide together" });
  const approve = dialog.getByRole("button", { name: "Approve 2" });
  await looked(page);
  await expect.poll(() => approve.isEnabled()).toBe(true);
  await approve.click();
  for (const { id } of sought) {
    expect((await stage.ana.show({ id })).request.status).toBe("open");
  }
  await dialog.getByRole("textbox", { name: "Note" }).fill("As agreed on Monday.");
  await looked(page);
  await approve.click();
  for (const { id } of sought) {
    const { request } = await stage.agent.wait({ id, holdMs: 20_000 });
    expect(request).toMatchObject({
      status: "approved",
      authorization: { votes: [{ note: "As agreed on Monday." }] },
    });
  }
  await stage.operator.applyPolicy({ source: { version: 1, rules: [] } });
});
