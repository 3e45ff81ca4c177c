import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { looked, PAY, useStage } from "./stage.ts";

/* What a person has typed is not dropped silently, and no deciding key works on the rest of it. */

const stage = useStage();

async function openRequest(id: RequestId): Promise<Page> {
  const { page } = await stage.open({ path: `/${id}` });
  await page.getByRole("region", { name: "Decide" }).waitFor();
  return page;
}

const requestOf = async (id: RequestId) => (await stage.ana.show({ id })).request;
const statusOf = async (id: RequestId) => (await requestOf(id)).status;

/** Arguments that are changed from 500 to 50, and reviewed, by keys alone. */
async function reviewed(): Promise<{ id: RequestId; page: Page }> {
  const { id } = await stage.seek({ tool: "transfer", args: { amount: 500 } });
  const page = await openRequest(id);
  await page.keyboard.press("e");
  await page.locator(".edit-zone input:focus").waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("50");
  await looked(page);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("table", { name: "Changes" }).waitFor();
  // Only now does the page know that other things are shown, and count from here how long they are.
  await page.locator(".reviewed:focus").waitFor();
  await looked(page);
  return { id, page };
}

const approveButton = (page: Page, name: RegExp) =>
  page.getByRole("region", { name: "Decide" }).getByRole("button", { name });

/** Presses it, each time once its person could look, until it is approved. */
async function approveByKey(page: Page, id: RequestId): Promise<void> {
  await expect
    .poll(async () => {
      if (await page.locator("html[data-looked]").isVisible()) await page.keyboard.press("a");
      return await statusOf(id);
    })
    .toBe("approved");
}

async function approvedArgs(id: RequestId): Promise<unknown> {
  const request = await requestOf(id);
  return request.kind === "authorization" ? request.authorization.action.args : undefined;
}

describe("an edit that was reviewed", () => {
  test("is what the key approves: the focus has left the field", async () => {
    const { id, page } = await reviewed();
    await approveByKey(page, id);
    expect(await approvedArgs(id)).toEqual({ amount: 50 });
  });

  test("stays over Escape, and is what the key approves then", async () => {
    const { id, page } = await reviewed();
    await page.getByRole("textbox", { name: "amount" }).focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await approveButton(page, /^Approve with changes/).waitFor();
    await approveByKey(page, id);
    expect(await approvedArgs(id)).toEqual({ amount: 50 });
  });

  test("is dropped by an act of its own, which the page tells and the approval asks about", async () => {
    const { id, page } = await reviewed();
    await page.getByRole("button", { name: "Drop changes" }).click();
    await page.getByRole("button", { name: "Press again to drop your changes" }).click();
    await page.getByText("Your changes were dropped: amount 500 stands.").waitFor();
    await looked(page);
    await page.keyboard.press("a");
    await approveButton(page, /^Press again to approve without your changes/).waitFor();
    expect(await statusOf(id)).toBe("open");
    await looked(page);
    await page.keyboard.press("a");
    await expect.poll(() => statusOf(id)).toBe("approved");
    expect(await approvedArgs(id)).toEqual({ amount: 500 });
  });

  test("is named by the button that asks for a second press", async () => {
    const more = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`field_${n}`, `value ${n}`]),
    );
    const { id } = await stage.seek({ tool: "transfer_more", args: { amount: 500, ...more } });
    const page = await openRequest(id);
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "amount" }).fill("50");
    await looked(page);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("table", { name: "Changes" }).waitFor();
    const armed = approveButton(page, /^Press again to approve with your changes: amount 50/);
    await expect
      .poll(async () => {
        const isLooked = await page.locator("html[data-looked]").isVisible();
        if (isLooked && !(await armed.isVisible())) await page.keyboard.press("a");
        return await armed.isVisible();
      })
      .toBe(true);
    expect(await statusOf(id)).toBe("open");
    await page.getByText("You did not press again in time: nothing was done.").waitFor();
    expect(await statusOf(id)).toBe("open");
  });
});

describe("an edit that was begun", () => {
  test("is there again after another row was opened, and nothing is approved without it", async () => {
    const { id } = await stage.seek({ tool: "transfer_left", args: { amount: 500 } });
    const { id: other } = await stage.seek({ tool: "transfer_other", args: { amount: 1 } });
    const page = await openRequest(id);
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "amount" }).fill("50");
    await page.keyboard.press("Escape");
    await page.goto(new URL(`/${other}`, page.url()).href);
    await page.getByRole("region", { name: "Decide" }).waitFor();
    await page.goto(new URL(`/${id}`, page.url()).href);
    const field = page.getByRole("textbox", { name: "amount" });
    await expect.poll(() => field.inputValue()).toBe("50");
    await looked(page);
    await page.keyboard.press("a");
    await page.getByText("Review your changes, or drop them.").waitFor();
    expect(await approveButton(page, /^Approve/).isDisabled()).toBe(true);
    expect(await statusOf(id)).toBe("open");
  });

  test("keeps its action out of what is decided together", async () => {
    const ids = await Promise.all(
      [1, 2].map(
        async (amount) =>
          (await stage.seek({ tool: "transfer_both", session: `s${amount}`, args: { amount } })).id,
      ),
    );
    const [first = ids[0] as RequestId] = ids;
    const page = await openRequest(first);
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "amount" }).fill("7");
    await page.goto(new URL("/?q=tool:transfer_both", page.url()).href);
    const rows = page.getByRole("list", { name: "Requests" }).getByRole("checkbox");
    await expect.poll(() => rows.count()).toBe(2);
    for (const row of await rows.all()) await row.check();
    await page.getByRole("button", { name: /^Decide together/ }).click();
    const dialog = page.getByRole("dialog", { name: "Decide together" });
    await dialog.getByText(`You have begun to edit ${first}`).waitFor();
    expect(await dialog.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
  });
});

test("after a reason to reject was written and left, an approval asks once more", async () => {
  const { id } = await stage.seek({ tool: "transfer_doubt" });
  const page = await openRequest(id);
  await page.keyboard.press("d");
  await page.locator("dialog input:focus").waitFor();
  await page.keyboard.type("Wrong account");
  await page.keyboard.press("Escape");
  await page.getByText("Nothing was rejected. Your reason is kept.").first().waitFor();
  await looked(page);
  await page.keyboard.press("a");
  await approveButton(page, /^Press again to approve although you wrote a reason/).waitFor();
  expect(await statusOf(id)).toBe("open");
});

test("who has no key is told how to get one for what is too long to approve here", async () => {
  const { id } = await stage.seek({
    tool: "transfer_long",
    args: { text: "long ".repeat(24_000) },
  });
  const page = await openRequest(id);
  const bar = page.getByRole("region", { name: "Decide" });
  await bar.getByText(`npx earshot approve ${id}`).waitFor();
  await bar.getByText("make it first: New key, under Agents").waitFor();
  await bar.getByRole("button", { name: "Reject" }).waitFor();
  expect(await approveButton(page, /^Approve/).count()).toBe(0);
});

test("of a digest exactly what is to be typed is bold", async () => {
  const { id, authorization } = await stage.seek({ ...PAY, reason: "Digits." });
  const page = await openRequest(id);
  const bold = page.getByRole("region", { name: "Action" }).locator(".digest b");
  expect(await bold.innerText()).toBe(authorization.digest.slice(0, 6));
});

test("an old answer takes the place of nothing that was written", async () => {
  const text = "Which region do you deploy to?";
  const before = await stage.ask({ text });
  await stage.operator.answer({ id: before.id, answer: { text: "eu-west" } });
  const asked = await stage.ask({ text });
  const page = await openRequest(asked.id);
  const field = page.getByRole("textbox", { name: "Answer" });
  await field.fill("us-east, from today");
  await page.keyboard.press("Escape");
  await page.getByRole("article").focus();
  await looked(page);
  await page.keyboard.press("u");
  await page.getByText("You have begun an answer").first().waitFor();
  expect(await field.inputValue()).toBe("us-east, from today");
});
