import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { AuthorizationRequest } from "../../src/domain/requests/request.ts";
import { useStage } from "./stage.ts";

/* Near-equal requests of one agent stand in one row, and a rejection can hold for what is like it. */

const stage = useStage();

/** As many that differ in the padding of a note alone. */
async function padded(tool: string, count: number): Promise<readonly AuthorizationRequest[]> {
  const sought: AuthorizationRequest[] = [];
  for (let spaces = 0; spaces < count; spaces++) {
    const args = { to: "ben", note: `Rent${" ".repeat(spaces)}` };
    sought.push(await stage.seek({ tool, args }));
  }
  return sought;
}

const statusesOf = async (sought: readonly AuthorizationRequest[]) =>
  await Promise.all(sought.map(async ({ id }) => (await stage.ana.show({ id })).request.status));
const rowsOf = (page: Page, tool: string) =>
  page.getByRole("list", { name: "Requests" }).locator("li", { hasText: tool });

test("near-equal requests are one row that says how many and where they differ; all are rejected at once, by name", async () => {
  const sought = await padded("pay_rent", 6);
  const { page } = await stage.open();
  const row = rowsOf(page, "pay_rent");
  await row.getByText("6 alike, /note differs").waitFor();
  expect(await row.count()).toBe(1);
  await row.getByRole("link").click();
  const alike = page.getByRole("region", { name: "Alike" });
  await alike.getByText("This is 1 of 6").click();
  for (const { id } of sought) await alike.locator(`a[title="${id}"]`).waitFor();
  expect(await alike.innerText()).toContain('"Rent "');
  await alike.getByRole("button", { name: "Reject all 6" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject 6 alike" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Once is enough.");
  await dialog.getByRole("button", { name: "Reject 6" }).click();
  await expect.poll(async () => new Set(await statusesOf(sought))).toEqual(new Set(["rejected"]));
});

test("a decision on a row is of the one that is shown, and the next of them is offered", async () => {
  const sought = await padded("pay_lunch", 3);
  const { page } = await stage.open();
  await rowsOf(page, "pay_lunch").getByRole("link").click();
  await page.getByRole("button", { name: /^Reject$|^Reject D$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Reject" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Not this one.");
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  await page.locator(`article[id="${sought[1]?.id}"]`).waitFor();
  expect(await statusesOf(sought)).toEqual(["rejected", "open", "open"]);
});

test("each of what shares a row gets its own by a press or a key, with what differs, and the rows agree with the count", async () => {
  const seek = (order: number) => stage.seek({ tool: "refund_it", args: { order, amount: 75.5 } });
  const sought = [await seek(8160), await seek(8106), await seek(8133)];
  const { page } = await stage.open();
  const rows = rowsOf(page, "refund_it");
  await rows.getByText("3 alike, /order differs").waitFor();
  await rows.getByRole("link").click();
  await rows.getByRole("button", { name: "Show each of these 3 on its own row" }).click();
  await expect.poll(() => rows.count()).toBe(3);
  for (const [at, { id }] of sought.entries()) {
    expect(await rows.nth(at).getByRole("link").getAttribute("href")).toContain(id);
    expect(await rows.nth(at).innerText()).toContain(`${at + 1} of 3 alike`);
  }
  expect(await rows.nth(1).innerText()).toContain("order 8106");
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await page.locator(`article[id="${sought[1]?.id}"]`).waitFor();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.locator("a[aria-current=true]").count()).toBe(1);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByRole("button", { name: /^Reject$|^Reject D$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Reject" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Swapped digits.");
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  await page.locator(`article[id="${sought[2]?.id}"]`).waitFor();
  expect(await statusesOf(sought)).toEqual(["open", "rejected", "open"]);
  expect(await rows.count()).toBe(3);
});

test("from the first decision on each of what shares a row has its own", async () => {
  const sought = await padded("pay_taxi", 3);
  const { page } = await stage.open();
  const rows = rowsOf(page, "pay_taxi");
  await rows.getByRole("link").click();
  await page.getByRole("button", { name: /^Reject$|^Reject D$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Reject" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Not this one.");
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  await expect.poll(() => rows.count()).toBe(3);
  const current = rows.locator("a[aria-current=true]");
  await expect.poll(() => current.getAttribute("href")).toContain(sought[1]?.id);
  expect(await page.getByRole("button", { name: /new$/ }).count()).toBe(0);
});

test("a rejection that holds for what is like it keeps the next from people, and is revoked under Agents", async () => {
  const first = await stage.seek({ tool: "pay_bill", args: { to: "ben", note: "Bill" } });
  const { page, origin } = await stage.open({ path: `/${first.id}` });
  await page.getByRole("button", { name: /^Reject$|^Reject D$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Reject" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Not today.");
  await dialog.getByRole("switch", { name: /Also reject what is like it/ }).check();
  await dialog.getByRole("switch", { name: "/note" }).check();
  const reject = dialog.getByRole("button", { name: "Reject", exact: true });
  // A press while the dialog grows does nothing, and says so: then one presses once more.
  await expect
    .poll(async () => {
      if (await reject.isVisible()) await reject.click({ timeout: 2_000 }).catch(() => undefined);
      return await statusesOf([first]);
    })
    .toEqual(["rejected"]);
  const { request } = await stage.agent.authorize({
    tool: "pay_bill",
    args: { to: "ben", note: "Quite other words" },
    reason: "Due.",
  });
  expect(request).toMatchObject({ status: "rejected", basis: { kind: "permission" } });
  await page.goto(`${origin}/agents`);
  const standing = page.getByRole("row").filter({ hasText: "Rejects pay_bill" });
  await standing.getByText("whatever is at /note").waitFor();
  const revoke = standing.getByRole("button", { name: /^(?:Press again to revoke|Revoke)/ });
  // A press while the table is redrawn rightly does nothing; then the test presses again.
  await expect
    .poll(async () => {
      if ((await revoke.count()) > 0) await revoke.click();
      return (await stage.ana.listPermissions()).items[0]?.revokedAt;
    })
    .toBeDefined();
});

test("a rejection of what counts says what it reaches, closes what is open and leaves other words", async () => {
  const seek = (path: string) => stage.seek({ tool: "delete_file", args: { path } });
  const sought = [await seek("tmp1"), await seek("tmp2"), await seek("tmp30")];
  const other = await seek("log1");
  const { page } = await stage.open();
  const row = rowsOf(page, "delete_file").filter({ hasText: "3 alike, /path differs" });
  expect(await row.innerText()).toContain('/path: "tmp1" · "tmp2" · "tmp30"');
  await row.getByRole("link").click();
  await page.getByRole("button", { name: /^Reject$|^Reject D$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Reject" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Leave them.");
  await dialog.getByRole("switch", { name: /Also reject what is like it/ }).check();
  await dialog.getByText("differs in the digits of /path alone, and 2 that are open").waitFor();
  const reject = dialog.getByRole("button", { name: "Reject", exact: true });
  await expect
    .poll(async () => {
      if (await reject.isVisible()) await reject.click({ timeout: 2_000 }).catch(() => undefined);
      return await statusesOf(sought);
    })
    .toEqual(["rejected", "rejected", "rejected"]);
  expect(await statusesOf([other])).toEqual(["open"]);
});

test("whatever an agent has open is rejected at once from its row, once it has been counted", async () => {
  const sought = [await stage.seek({ tool: "wipe" }), await stage.seek({ tool: "drop" })];
  const { page } = await stage.open({ path: "/agents" });
  await page.getByRole("button", { name: "Reject all… that is open of scout" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject what is open of scout" });
  await dialog.getByText(/^It has \d+ open: \d+ to reject/).waitFor();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Runs away.");
  const close = dialog.getByRole("button", { name: /^Close \d+$/ });
  await expect
    .poll(async () => {
      if (await close.isVisible()) await close.click({ timeout: 2_000 }).catch(() => undefined);
      return await statusesOf(sought);
    })
    .toEqual(["rejected", "rejected"]);
});
