import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { verifyActionProof } from "../../src/cli/log/verify-action-proof.ts";
import { createClient } from "../../src/client/index.ts";
import { readActionProof } from "../../src/domain/log/action-proof.ts";
import { asAuthorization, type ShownRequest } from "../../src/domain/requests/request.ts";
import { ownKey } from "../support/own-key.ts";
import { looked, PAY, pressUntilGone, useStage } from "./stage.ts";

const stage = useStage();

/** Opens the page of one request and waits for what it asks. */
async function openRequest(id: string): Promise<Page> {
  const { page } = await stage.open({ path: `/${id}` });
  await page.getByRole("region", { name: "Decide" }).waitFor();
  return page;
}

/** Where the action and its changes are not both in view, the first press only arms. */
async function approveChanges(page: Page, sought: Pick<ShownRequest, "id">): Promise<void> {
  const name = /^(Approve with changes|Press again to approve)/;
  await pressUntilApproved(page.getByRole("button", { name }), sought);
}

/** It can go between the look and the press, and a press can come too soon for the page. */
async function pressUntilApproved(
  button: Locator,
  { id }: Pick<ShownRequest, "id">,
): Promise<void> {
  const statusOf = async () => (await stage.ana.show({ id })).request.status;
  await expect
    .poll(async () => {
      if ((await statusOf()) === "open" && (await button.isVisible())) {
        await button.click({ timeout: 1_000 }).catch(() => {});
      }
      return await statusOf();
    })
    .toBe("approved");
}

/** What the agent hears in the end. */
async function heard({ id }: Pick<ShownRequest, "id">): Promise<ShownRequest> {
  return (await stage.agent.wait({ id, holdMs: 20_000 })).request;
}

test("a question with options is answered by the number of one", async () => {
  const asked = await stage.ask({
    text: "Which database should I use?",
    form: { kind: "choice", options: [{ label: "staging" }, { label: "production" }] },
  });
  const page = await openRequest(asked.id);
  await looked(page);
  await page.keyboard.press("2");
  expect(await heard(asked)).toMatchObject({
    status: "answered",
    answer: { choice: "production" },
  });
});

test("a question with options is answered by a press on one", async () => {
  const asked = await stage.ask({
    text: "Which colour?",
    form: { kind: "choice", options: [{ label: "red" }, { label: "blue" }] },
  });
  const page = await openRequest(asked.id);
  await page.getByRole("button", { name: "blue", exact: true }).click();
  expect(await heard(asked)).toMatchObject({ answer: { choice: "blue" } });
});

test("of several choices as many are taken as the form wants", async () => {
  const asked = await stage.ask({
    text: "Which files?",
    form: {
      kind: "choices",
      options: [{ label: "a.txt" }, { label: "b.txt" }, { label: "c.txt" }],
      min: 2,
      max: 2,
    },
  });
  const page = await openRequest(asked.id);
  await page.getByText("a.txt", { exact: true }).click();
  await page.getByRole("checkbox", { name: "c.txt" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Send answer" }).click();
  expect(await heard(asked)).toMatchObject({ answer: { choices: ["a.txt", "c.txt"] } });
});

test("what is written goes as a note with the option that is pressed", async () => {
  const asked = await stage.ask({
    text: "Which colour?",
    form: { kind: "choice", options: [{ label: "red" }, { label: "blue" }], allowText: true },
  });
  const page = await openRequest(asked.id);
  await page.getByRole("textbox", { name: "Answer" }).fill("but not on Friday");
  await page.getByRole("button", { name: "blue", exact: true }).click();
  const answer = { choice: "blue", note: "but not on Friday" };
  expect(await heard(asked)).toMatchObject({ answer });
});

test("free text is answered as it was typed", async () => {
  const asked = await stage.ask({ text: "What is it called?" });
  const page = await openRequest(asked.id);
  await page.getByRole("textbox", { name: "Answer" }).fill("  two words\nand a line ");
  await looked(page);
  await page.keyboard.press("Control+Enter");
  expect(await heard(asked)).toMatchObject({ answer: { text: "  two words\nand a line " } });
});

test("a form keeps numbers numbers and yes or no booleans", async () => {
  const asked = await stage.ask({
    text: "How should it run?",
    form: {
      kind: "fields",
      schema: {
        type: "object",
        required: ["count"],
        properties: {
          count: { type: "integer", title: "Count" },
          dry: { type: "boolean", title: "Dry run" },
        },
      },
    },
  });
  const page = await openRequest(asked.id);
  await page.getByLabel("Count").fill("3");
  await page.getByLabel("Dry run").selectOption("true");
  await page.getByRole("button", { name: "Send answer" }).click();
  expect(await heard(asked)).toMatchObject({ answer: { fields: { count: 3, dry: true } } });
});

test("a list of objects is filled in row by row, and a row that was added can go", async () => {
  const stop = { type: "object", properties: { zip: { type: "string" }, n: { type: "integer" } } };
  const asked = await stage.ask({
    text: "Where does it stop?",
    schema: {
      type: "object",
      properties: { stops: { type: "array", items: { ...stop, required: ["zip"] } } },
    },
  });
  const page = await openRequest(asked.id);
  const add = page.getByRole("button", { name: "Add to stops" });
  for (let row = 0; row < 3; row += 1) await add.click();
  const zips = page.getByLabel("zip", { exact: true });
  await zips.nth(0).fill("12345");
  await page.getByLabel("n (optional)").nth(0).fill("3");
  await zips.nth(2).fill("54321");
  await page.getByRole("button", { name: "Remove stops 2" }).click();
  await pressUntilGone(page.getByRole("button", { name: "Send answer" }));
  const stops = [{ zip: "12345", n: 3 }, { zip: "54321" }];
  expect(await heard(asked)).toMatchObject({ answer: { fields: { stops } } });
});

test("a LOW authorization is decided by two keys from the open page", async () => {
  const sought = await stage.seek({ tool: "read_file" });
  const { page } = await stage.open({ path: "/?q=tool:read_file" });
  await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await looked(page);
  await page.keyboard.press("a");
  expect(await heard(sought)).toMatchObject({ status: "approved" });
});

test("a rejection tells the agent why", async () => {
  const sought = await stage.seek({ tool: "write_file" });
  const page = await openRequest(sought.id);
  await page.getByRole("button", { name: "Reject" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Not in this folder.");
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  expect(await heard(sought)).toMatchObject({ status: "rejected", reason: "Not in this folder." });
});

test("a HIGH authorization is edited with a diff, and the agent gets the edited arguments", async () => {
  const sought = await stage.seek(PAY);
  const page = await openRequest(sought.id);
  await page.getByRole("button", { name: "Edit arguments" }).click();
  const edit = page.getByRole("region", { name: "Edit arguments" });
  await edit.getByLabel("amount").fill("90");
  await edit.getByRole("button", { name: "Review changes" }).click();
  const changes = page.getByRole("table", { name: "Changes" });
  await expect.poll(() => changes.innerText()).toMatch(/amount[\s\S]*120[\s\S]*90/);
  const { digest } = await stage.ana.previewEdit({
    id: sought.id,
    args: { amount: 90, to: "ACME", urgent: false },
  });
  await page.getByRole("textbox", { name: "First digits of the digest" }).fill(digest.slice(0, 6));
  await approveChanges(page, sought);
  const { request } = await stage.agent.wait({ id: sought.id, holdMs: 20_000 });
  expect(request).toMatchObject({
    status: "approved",
    authorization: { edit: { patch: [{ op: "replace", path: "/amount", value: 90 }] } },
  });
  const grant = await stage.agent.collect({ id: sought.id });
  expect(grant.args).toEqual({ amount: 90, to: "ACME", urgent: false });
  expect(grant.patch).toEqual([{ op: "replace", path: "/amount", value: 90 }]);
});

test("an edit that the tool does not take is refused before anything is approved", async () => {
  const sought = await stage.seek(PAY);
  const page = await openRequest(sought.id);
  await page.keyboard.press("e");
  const edit = page.getByRole("region", { name: "Edit arguments" });
  await edit.getByLabel("amount").fill("5000");
  const review = edit.getByRole("button", { name: "Review changes" });
  if (await review.isEnabled()) await review.click();
  await expect.poll(() => edit.innerText()).toMatch(/1,?000|does not take/);
  expect((await stage.ana.show({ id: sought.id })).request.status).toBe("open");
});

test("HIGH wants the first digits of the digest, and says so", async () => {
  const sought = await stage.seek(PAY);
  const page = await openRequest(sought.id);
  const typed = page.getByRole("textbox", { name: "First digits of the digest" });
  await typed.fill("ffffff");
  const approve = page.getByRole("button", { name: /^(Approve|Press again)/ }).first();
  if (await approve.isEnabled()) await approve.click();
  expect((await stage.ana.show({ id: sought.id })).request.status).toBe("open");
  await typed.fill(sought.authorization.digest.slice(0, 6));
  await pressUntilApproved(approve, sought);
  expect(await heard(sought)).toMatchObject({ status: "approved" });
});

test("one of two approvals is told, and the second one decides", async () => {
  const sought = await stage.seek({ tool: "deploy" });
  const { id } = sought;
  const votes = async () => {
    const { request } = await stage.ana.show({ id });
    return request.kind === "authorization" ? request.authorization.votes.length : -1;
  };
  const page = await openRequest(id);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect.poll(votes).toBe(1);
  await page.goto(new URL(`/${id}`, page.url()).href);
  await expect.poll(() => page.getByRole("article").innerText()).toMatch(/1 more/);
  const approve = page.getByRole("article").getByRole("button", { name: "Approve", exact: true });
  await expect.poll(() => approve.count()).toBe(0);

  const { secret } = await ownKey(stage.operator, { kind: "person", name: "ben" });
  const other = await stage.open({ key: secret, path: `/${id}` });
  await other.page.getByRole("button", { name: "Approve", exact: true }).click();
  expect(await heard(sought)).toMatchObject({ status: "approved", closedBy: { name: "ben" } });
});

test("an approval with scope lets the next one of its kind through", async () => {
  const first = await stage.seek({ tool: "write_file", args: { path: "/tmp/a" } });
  const page = await openRequest(first.id);
  await page.keyboard.press("Shift+A");
  const dialog = page.getByRole("dialog", { name: "Approve with scope" });
  await dialog.getByRole("radio", { name: "This exact action" }).check();
  await pressUntilGone(dialog.getByRole("button", { name: "Approve", exact: true }));
  expect(await heard(first)).toMatchObject({ status: "approved" });
  await expect.poll(async () => (await stage.ana.listPermissions()).items.length).toBe(1);
  const second = await stage.seek({ tool: "write_file", args: { path: "/tmp/a" } });
  expect(second.status).toBe("approved");
});

test("an old answer is one key away", async () => {
  const text = "Which branch do you deploy from?";
  const before = await stage.ask({ text });
  await stage.operator.answer({ id: before.id, answer: { text: "release" } });
  const asked = await stage.ask({ text });
  const page = await openRequest(asked.id);
  await page.getByRole("button", { name: "Use: release" }).waitFor();
  await looked(page);
  await page.keyboard.press("u");
  await looked(page);
  await page.keyboard.press("Control+Enter");
  expect(await heard(asked)).toMatchObject({ answer: { text: "release" } });
});

test("what the agent did just before, the rule and the history with its proof are shown", async () => {
  await stage.agent.recordToolCall({
    tool: "list_invoices",
    call: "call_1",
    argsDigest: "A".repeat(43),
  });
  const sought = await stage.seek(PAY);
  const page = await openRequest(sought.id);
  await expect
    .poll(() => page.getByRole("region", { name: "Just before" }).textContent())
    .toContain("list_invoices");
  await page.getByRole("region", { name: "Policy" }).getByText("spending").first().waitFor();
  const history = page.getByRole("region", { name: "History" });
  await history.getByText("History").click();
  await history.getByText(/asked/i).first().waitFor();
  const proof = history.getByRole("link", { name: "Download the proof" });
  const [saved] = await Promise.all([page.waitForEvent("download"), proof.click()]);
  expect(saved.suggestedFilename()).toBe(`${sought.id}.proof.json`);
  const read = readActionProof(JSON.parse(readFileSync(await saved.path(), "utf8")));
  expect(read && verifyActionProof(read, undefined)).toMatchObject({ proved: true });
});

test("an edit takes away and adds what the tool does not require, and is put to others", async () => {
  const { secret } = await ownKey(stage.operator, { kind: "person", name: "dana" });
  const properties = {
    path: { type: "string" },
    note: { type: "string" },
    size: { type: "integer" },
  };
  const argsSchema = { type: "object", required: ["path"], properties };
  const args = { path: "/a", note: "hello" };
  const sought = await stage.seek({ tool: "write_optional", args, argsSchema });
  const page = await openRequest(sought.id);
  await page.keyboard.press("e");
  const edit = page.getByRole("region", { name: "Edit arguments" });
  expect(await edit.getByRole("button", { name: "Remove path" }).count()).toBe(0);
  await edit.getByRole("button", { name: "Remove note" }).press("Enter");
  await edit.getByRole("button", { name: "Reset note" }).waitFor();
  await edit.getByRole("button", { name: "Add size" }).press("Enter");
  await edit.getByRole("textbox", { name: "size" }).fill("3");
  await edit.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("table", { name: "Changes" }).waitFor();
  await edit.getByText("one other person has to approve them").waitFor();
  const put = page.getByRole("button", { name: /^(Put changes to others|Press again to put)/ });
  const dana = createClient({ url: stage.server.url, key: secret });
  const authorizationNow = async () =>
    asAuthorization((await dana.show({ id: sought.id })).request).authorization;
  await expect
    .poll(async () => {
      if (await put.isVisible()) await put.click({ timeout: 1_000 }).catch(() => {});
      return (await authorizationNow()).edit?.others;
    })
    .toBe(true);
  const { digest, votes } = await authorizationNow();
  expect(votes).toEqual([]);
  await page.goto(new URL(`/${sought.id}`, page.url()).href);
  await page.getByText("nobody approves a wider change of their own").waitFor();
  await dana.approve({ id: sought.id, digest });
  expect(await heard(sought)).toMatchObject({ status: "approved", closedBy: { name: "dana" } });
  expect((await stage.agent.collect({ id: sought.id })).args).toEqual({ path: "/a", size: 3 });
});

test("HIGH is approved with scope where its tool is typed, of a pattern the pattern", async () => {
  const sought = await stage.seek({ ...PAY, args: { amount: 7, to: "Initech", urgent: true } });
  const page = await openRequest(sought.id);
  await page
    .getByRole("textbox", { name: "First digits of the digest" })
    .fill(sought.authorization.digest.slice(0, 6));
  // What opens the dialog asks whether it could be approved, and otherwise goes to what is missing.
  await expect
    .poll(() => page.getByRole("button", { name: "Approve", exact: true }).isEnabled())
    .toBe(true);
  await page.getByRole("button", { name: "Approve with scope" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve with scope" });
  await dialog.getByRole("radio", { name: "Pattern" }).check();
  await dialog.getByRole("textbox", { name: "Tools" }).fill("pay_*");
  await dialog.getByText("Type pay_*, since this is HIGH.").waitFor();
  const approve = dialog.getByRole("button", { name: "Approve", exact: true });
  await dialog.getByRole("textbox", { name: "Name of the tool" }).fill("pay");
  await expect.poll(() => approve.isEnabled()).toBe(false);
  await dialog.getByRole("textbox", { name: "Name of the tool" }).fill("pay_*");
  await pressUntilGone(approve);
  expect(await heard(sought)).toMatchObject({ status: "approved" });
  await expect
    .poll(async () => (await stage.ana.listPermissions()).items)
    .toContainEqual(expect.objectContaining({ tool: "pay_*", level: "HIGH" }));
});
