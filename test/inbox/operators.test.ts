import { expect, test } from "vitest";
import { useStage } from "./stage.ts";

const stage = useStage();

test("of two operators the first one wins, and the other is told at once", async () => {
  const sought = await stage.seek({ tool: "write_file" });
  const [one, other] = await Promise.all([
    stage.open({ path: `/${sought.id}` }),
    stage.open({ key: stage.server.operator, path: `/${sought.id}` }),
  ]);
  await other.page.getByRole("region", { name: "Action" }).waitFor();
  await one.page.getByRole("button", { name: "Approve", exact: true }).click();
  const told = other.page.getByText("Approved by ana via inbox").first();
  await told.waitFor();
  // The row can tell it before the pane does.
  const approve = other.page.getByRole("button", { name: "Approve", exact: true });
  await expect.poll(() => approve.count()).toBe(0);
});

test("an answer by a late operator is kept, and says who was first", async () => {
  const asked = await stage.ask({ text: "Who is first?" });
  const { page } = await stage.open({ path: `/${asked.id}` });
  const box = page.getByRole("textbox", { name: "Answer" });
  await box.fill("I am");
  await stage.operator.answer({ id: asked.id, answer: { text: "no, I" } }, { via: "cli" });
  await page.getByText("Answered by operator via cli").first().waitFor();
  // The row can tell it before the pane does.
  await expect.poll(() => page.getByRole("article").innerText()).toContain("no, I");
  await expect.poll(() => page.getByRole("article").textContent()).toContain("I am");
});

test("who holds a request is seen by the others", async () => {
  const asked = await stage.ask({ text: "Who takes it?" });
  const { page } = await stage.open({ path: `/${asked.id}` });
  await page.getByRole("button", { name: "Claim" }).click();
  await page.getByRole("button", { name: "Give back" }).waitFor();
  const other = await stage.open({ key: stage.server.operator, path: `/${asked.id}` });
  await expect.poll(() => other.page.getByRole("article").innerText()).toMatch(/ana/);
  const { claim } = await stage.operator.inboxItem({ id: asked.id });
  expect(claim?.by).toMatchObject({ name: "ana", via: "inbox" });
});

test("that an operator has seen a request stands in the record, and the agent's operator sees it", async () => {
  const asked = await stage.ask({ text: "Has anybody seen it?" });
  await stage.open({ path: `/${asked.id}` });
  await expect
    .poll(async () => (await stage.operator.inboxItem({ id: asked.id })).deliveries)
    .toMatchObject([{ name: "ana", channel: "inbox", status: "seen" }]);
});

test("a snoozed request leaves the inbox of who snoozed it, and of nobody else", async () => {
  const asked = await stage.ask({ text: "Later, perhaps?" });
  const { page } = await stage.open({ path: `/${asked.id}` });
  await page.getByRole("region", { name: "Decide" }).waitFor();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: "Snooze" });
  await dialog.getByRole("button", { name: /hour/ }).click();
  await expect
    .poll(async () => (await stage.ana.inbox({ split: "snoozed" })).items.map(({ id }) => id))
    .toContain(asked.id);
  const others = await stage.operator.inbox({ limit: 100 });
  expect(others.items.map(({ id }) => id)).toContain(asked.id);
});

test("the focus moves on to the next row where the one it was in goes", async () => {
  for (const name of ["first", "second"]) {
    await stage.operator.createKey({ kind: "agent", name: `${name} to go` });
  }
  const { page } = await stage.open({ key: stage.server.operator, path: "/agents" });
  const table = page.getByRole("table", { name: "Keys" });
  const rows = table.locator("tbody tr");
  const row = rows.filter({ hasText: "first to go" });
  await row.getByRole("button", { name: "Revoke" }).press("Enter");
  await row.getByRole("button", { name: /again to revoke/ }).waitFor();
  const before = await rows.count();
  await page.keyboard.press("Enter");
  await expect.poll(() => rows.count()).toBe(before - 1);
  const focused = page.locator("tbody tr:focus-within");
  await expect.poll(() => focused.count()).toBe(1);
});
