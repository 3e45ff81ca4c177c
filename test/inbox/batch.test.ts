import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { AuthorizationRequest } from "../../src/domain/requests/request.ts";
import { looked, useStage } from "./stage.ts";

const stage = useStage();

/** Marks those of one tool and opens what decides them together. */
async function together(
  tool: string,
  sought: readonly AuthorizationRequest[],
): Promise<{ readonly page: Page; readonly dialog: Locator }> {
  const { page } = await stage.open({ path: `/?q=tool:${tool}` });
  const rows = page.getByRole("list", { name: "Requests" }).locator("li");
  for (const { id } of sought) {
    const row = rows.filter({ has: page.locator(`a[href*="${id}"]`) });
    await row.getByRole("checkbox").check();
  }
  await page.getByRole("button", { name: "Decide together" }).click();
  return { page, dialog: page.getByRole("dialog", { name: "Decide together" }) };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number);
}

test("a batch is approved once its table has been scrolled to its end", async () => {
  const sought = await Promise.all(
    numbers(9).map((number) =>
      stage.seek({ tool: "read_long", session: `s${number}`, args: { path: `/${number}` } }),
    ),
  );
  const { dialog } = await together("read_long", sought);
  const approve = dialog.getByRole("button", { name: "Approve 9" });
  await approve.waitFor();
  expect(await approve.isEnabled()).toBe(false);
  await dialog.getByText("Scroll to the end of the table").waitFor();
  const table = await dialog.getByRole("table").innerText();
  for (const { authorization } of sought) {
    expect(table).toContain(authorization.action.session);
    expect(table.replaceAll(/\s/g, "")).toContain(authorization.digest);
  }
  await dialog.getByRole("textbox", { name: "Reason" }).scrollIntoViewIfNeeded();
  await expect.poll(() => approve.isEnabled()).toBe(true);
  await approve.click();
  for (const { id } of sought) {
    const { request } = await stage.agent.wait({ id, holdMs: 20_000 });
    expect(request.status).toBe("approved");
  }
});

test("a batch with files in it is refused, and the one that has them is named", async () => {
  const plain = await stage.seek({ tool: "read_files" });
  const resources = [{ uri: "file:///srv/a", sha256: "a".repeat(64) }];
  const odd = await stage.seek({ tool: "read_files", resources });
  const { dialog } = await together("read_files", [plain, odd]);
  await dialog.getByText(`${odd.id} is about files`).waitFor();
  expect(await dialog.getByRole("button", { name: /Approve/ }).count()).toBe(0);
});

test("a batch is refused where all of it together is too long to be looked over", async () => {
  const sought = await Promise.all(
    ["a", "b"].map((letter) =>
      stage.seek({ tool: "read_much", args: { text: letter.repeat(60_000) } }),
    ),
  );
  const { dialog } = await together("read_much", sought);
  await dialog.getByText("too long to look through").waitFor();
  expect(await dialog.getByRole("button", { name: /Approve/ }).count()).toBe(0);
});

/** Marks all rows of a search by keys alone. */
async function markedByKeys(page: Page, count: number): Promise<void> {
  const rows = page.getByRole("list", { name: "Requests" }).locator("li");
  await expect.poll(() => rows.count()).toBe(count);
  await page.keyboard.press("x");
  for (let more = 1; more < count; more++) await page.keyboard.press("Shift+J");
  await page.getByText(`${count} selected`).waitFor();
}

test("questions with the same options are answered together by keys, once it was said what is sent", async () => {
  const form = { kind: "choice", options: [{ label: "staging" }, { label: "prod" }] } as const;
  const asked = await Promise.all(
    ["one", "two", "three"].map((name) => stage.ask({ text: `Batchwise where, ${name}?`, form })),
  );
  const { page } = await stage.open({ path: "/?q=batchwise" });
  await markedByKeys(page, 3);
  await page.keyboard.press("2");
  const dialog = page.getByRole("dialog", { name: "Answer 3 together" });
  await dialog.getByText("Batchwise where, three?").waitFor();
  await looked(page);
  await page.keyboard.press("2");
  await dialog.getByText("Send “prod” to each of these 3.").waitFor();
  await looked(page);
  await page.keyboard.press("Control+Enter");
  for (const { id } of asked) {
    const { request } = await stage.agent.wait({ id, holdMs: 20_000 });
    expect(request).toMatchObject({ answer: { choice: "prod" } });
  }
  await expect.poll(() => page.getByText("selected", { exact: false }).count()).toBe(0);
});

test("actions of several tools are rejected together by keys, and HIGH ones never", async () => {
  const sought = await Promise.all(
    ["read_heap", "transfer_heap"].map((tool) =>
      stage.seek({ tool, args: { name: "heapwise" }, reason: "heapwise" }),
    ),
  );
  const { page } = await stage.open({ path: "/?q=heapwise" });
  await markedByKeys(page, 2);
  await page.keyboard.press("a");
  await page.getByText("Only actions of one tool are approved together.").first().waitFor();
  await page.keyboard.press("d");
  const dialog = page.getByRole("dialog", { name: "Reject 2 together" });
  await dialog.getByText("read_heap").waitFor();
  await page.keyboard.type("Not today");
  await looked(page);
  await page.keyboard.press("Enter");
  for (const { id } of sought) {
    const { request } = await stage.agent.wait({ id, holdMs: 20_000 });
    expect(request).toMatchObject({ status: "rejected", reason: "Not today" });
  }
  const high = await stage.seek({ tool: "pay", reason: "highwise", args: { amount: 3 } });
  await page.goto(new URL("/?q=highwise", page.url()).href);
  await markedByKeys(page, 1);
  await page.keyboard.press("d");
  await page.getByText("HIGH and CRITICAL are decided one by one.").first().waitFor();
  expect((await stage.agent.show({ id: high.id })).request.status).toBe("open");
});
