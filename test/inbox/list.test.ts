import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { ownKey } from "../support/own-key.ts";
import { looked, useStage } from "./stage.ts";

const stage = useStage();
const list = (page: Page) => page.getByRole("list", { name: "Requests" });
const titles = (page: Page) => list(page).getByRole("link").allInnerTexts();
/** The asks in their order, whether they have been looked at or not. */
const asks = async (page: Page) =>
  (await titles(page)).map((text) => text.replace(/^New:\s*/, "").split("\n")[0]);

const current = (page: Page) => list(page).locator('a[aria-current="true"]');

/** Waits for all that opening a request brings: what moves from then on moves by itself. */
async function opened(page: Page): Promise<string> {
  const href = (await current(page).getAttribute("href")) ?? "";
  const id = /req_\w+/.exec(href)?.[0] ?? "";
  const history = async () => (await stage.ana.inboxItem({ id: id as RequestId })).history;
  await expect
    .poll(async () => (await history()).some(({ type }) => type === "delivery.seen"))
    .toBe(true);
  const { length } = await history();
  await page.locator(`article[id="${id}"]`).getByText(`${length} events`).waitFor();
  await expect.poll(() => current(page).innerText()).not.toContain("New:");
  return id;
}

/** How much of what is shown has moved by itself, as the browser counts it. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(globalThis, { shifts: 0 });
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries()) {
        const { value } = entry as unknown as { value: number };
        Object.assign(globalThis, { shifts: Reflect.get(globalThis, "shifts") + value });
      }
    }).observe({ type: "layout-shift", buffered: false });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, "shifts") as number);
}

test("what comes while one works neither reorders nor moves the list", async () => {
  for (const n of ["one", "two", "three"]) await stage.ask({ text: `standing ${n}` });
  const { page } = await stage.open();
  await list(page)
    .getByRole("link", { name: /standing three/ })
    .waitFor();
  const first = await opened(page);
  await page.keyboard.press("j");
  await expect.poll(() => current(page).getAttribute("href")).not.toContain(first);
  await opened(page);
  const before = await asks(page);
  const shifts = await watchShifts(page);
  const urgent = await stage.seek({ tool: "pay", args: { amount: 1, to: "ACME" } });
  const pill = page.getByRole("button", { name: /^\d+ new$/ });
  await pill.waitFor();
  await page.getByText(/^\d+ need you, 1 of them is new/).waitFor();
  expect(await asks(page)).toEqual(before);
  expect(await shifts()).toBe(0);
  await pill.click();
  await list(page).locator(`a[href*="${urgent.id}"]`).waitFor();
});

test("rows of one tool are told apart by their arguments, which show no secret and turn nothing", async () => {
  const secrets = ["/pin"];
  const turned = await stage.seek({
    tool: "pay",
    args: { to: "\u202eEMCA", amount: 7, pin: "4711-0815" },
    secrets,
  });
  const plain = await stage.seek({
    tool: "pay",
    args: { to: "Initech", amount: 7, pin: "4711-0816", memo: "x".repeat(500) },
    secrets,
  });
  const { page } = await stage.open({ path: "/?q=tool:pay" });
  const rowOf = async ({ id }: { readonly id: string }) =>
    (await list(page).locator(`a[href*="${id}"] .row-ask`).innerText()).replace(/^New:\s*/, "");
  await list(page).locator(`a[href*="${turned.id}"]`).waitFor();
  const [first, second] = [await rowOf(turned), await rowOf(plain)];
  expect(first).toContain('to "\\u{202e}EMCA"');
  expect(second).toContain("to Initech");
  for (const text of [first, second]) {
    expect(text).toMatch(/^Run pay: amount 7, .*pin \(secret\)/);
    expect(text).not.toMatch(/4711|\u202e/);
    expect(text.length).toBeLessThan(200);
  }
  await page.getByRole("checkbox", { name: /^Select Run pay.* to Initech/ }).waitFor();
});

test("a row that closes elsewhere stays where it is, marked, without moving anything", async () => {
  const asked = await stage.ask({ text: "closing in its place" });
  const { page } = await stage.open();
  const row = list(page).locator(`a[href*="${asked.id}"]`);
  await row.waitFor();
  await opened(page);
  const shifts = await watchShifts(page);
  const place = await row.boundingBox();
  await stage.operator.answer({ id: asked.id, answer: { text: "x" } }, { via: "cli" });
  await expect.poll(() => row.innerText()).toMatch(/answered by operator via cli/i);
  expect((await row.boundingBox())?.y).toBe(place?.y);
  expect(await shifts()).toBe(0);
});

test("a search takes words and filters, and stands in the address", async () => {
  await stage.ask({ text: "Where is the harbour master?" });
  await stage.seek({ tool: "read_file", args: { path: "/harbour.txt" } });
  const { page } = await stage.open();
  await page.keyboard.press("/");
  await page.keyboard.type("harbour kind:question");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("q=harbour");
  await expect.poll(() => titles(page)).toEqual([expect.stringContaining("harbour master")]);
});

test("a filter that is not known is told", async () => {
  const { page } = await stage.open({ path: `/?q=${encodeURIComponent("colour:red")}` });
  await page
    .getByText(/colour/)
    .first()
    .waitFor();
});

test("LOW ones of the same tool are decided together, each by its own digest", async () => {
  const sought = await Promise.all(
    ["a", "b", "c"].map((name) => stage.seek({ tool: "read_batch", args: { path: `/${name}` } })),
  );
  const { page } = await stage.open({ path: "/?q=tool:read_batch" });
  for (const { id } of sought) {
    await list(page)
      .locator("li", { has: page.locator(`a[href*="${id}"]`) })
      .getByRole("checkbox")
      .check();
  }
  await page.getByRole("button", { name: "Decide together" }).click();
  const dialog = page.getByRole("dialog", { name: "Decide together" });
  const table = dialog.getByRole("table", { name: "Differing arguments" });
  await expect
    .poll(() => table.innerText())
    .toMatch(/\/a[\s\S]*\/b[\s\S]*\/c|\/c[\s\S]*\/b[\s\S]*\/a/);
  await dialog.getByRole("button", { name: "Approve 3" }).click();
  for (const { id } of sought) {
    const { request } = await stage.agent.wait({ id, holdMs: 20_000 });
    expect(request.status).toBe("approved");
  }
});

test("HIGH ones are not decided together", async () => {
  const sought = await Promise.all(
    [1, 2].map((amount) => stage.seek({ tool: "pay", args: { amount, to: "ACME" } })),
  );
  const { page } = await stage.open({ path: "/?q=tool:pay" });
  for (const { id } of sought) {
    await list(page)
      .locator("li", { has: page.locator(`a[href*="${id}"]`) })
      .getByRole("checkbox")
      .check();
  }
  const together = page.getByRole("button", { name: "Decide together" });
  if ((await together.count()) > 0) expect(await together.isEnabled()).toBe(false);
});

test("a draft is there again after a reload, and gone with the answer", async () => {
  const asked = await stage.ask({ text: "A long story?" });
  const { page } = await stage.open({ path: `/${asked.id}` });
  await page.getByRole("textbox", { name: "Answer" }).fill("Once upon a time");
  await page.reload();
  const box = page.getByRole("textbox", { name: "Answer" });
  await expect.poll(() => box.inputValue()).toBe("Once upon a time");
  await box.focus();
  await looked(page);
  await page.keyboard.press("Control+Enter");
  const { request } = await stage.agent.wait({ id: asked.id, holdMs: 20_000 });
  expect(request).toMatchObject({ answer: { text: "Once upon a time" } });
  // The agent can hear of it before the page does.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .not.toContain("Once upon");
});

test("a halted agent is served nothing until it is resumed", async () => {
  const { secret } = await stage.operator.createKey({ kind: "agent", name: "runaway" });
  const { page } = await stage.open({ key: stage.server.operator, path: "/agents" });
  await page.getByRole("button", { name: "Halt runaway" }).click();
  await page.getByRole("button", { name: /again to halt runaway/ }).click();
  await page.getByRole("button", { name: "Resume runaway" }).waitFor();
  const call = () =>
    fetch(`${stage.server.url}/v1/whoami`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await call()).status).toBe(403);
  await page.getByRole("button", { name: "Resume runaway" }).click();
  expect((await call()).status).toBe(403);
  await page.getByRole("button", { name: "Press again to resume runaway" }).click();
  await page.getByRole("button", { name: "Halt runaway" }).waitFor();
  expect((await call()).status).toBe(200);
});

test("the agent by which owners are told has no switch, since it cannot be halted", async () => {
  const owner = { kind: "person", name: "olga", role: "owner" } as const;
  await ownKey(stage.operator, owner);
  await ownKey(stage.operator, { ...owner, name: "otto" });
  const { page } = await stage.open({ key: stage.server.operator, path: "/agents" });
  await page.getByRole("button", { name: "Halt scout" }).waitFor();
  await page.getByRole("cell", { name: "earshot", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Halt earshot" }).count()).toBe(0);
});

test("a search that is saved has a name, a count and a key, and is the person's own", async () => {
  await stage.seek({ tool: "read_log", args: { path: "/a" } });
  await stage.seek({ tool: "read_log", args: { path: "/b" } });
  const { page } = await stage.open({ path: "/?q=tool:read_log" });
  const views = page.getByRole("navigation", { name: "Saved views" });
  await views.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Logs");
  await page.keyboard.press("Enter");
  await views.getByRole("link", { name: /Logs\s*2/ }).waitFor();
  // Keys rest behind a field that went away, until Tab.
  await page.keyboard.press("Tab");
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect.poll(() => page.url()).toContain("/done");
  await page.keyboard.press("g");
  await page.keyboard.press("1");
  await expect.poll(() => page.url()).toContain("q=tool%3Aread_log");
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith("earshot.views.prn_")),
  );
  expect(kept).toHaveLength(1);
  await views.getByRole("button", { name: "Remove view" }).click();
  await views.waitFor({ state: "detached" });
});
