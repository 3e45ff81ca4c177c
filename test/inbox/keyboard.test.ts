import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { looked, PAY, useStage } from "./stage.ts";

/* Every task without a pointer. */
const stage = useStage();

/** Moves the focus with Tab until it stands on what is named so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      const label = activeElement?.getAttribute("aria-label") ?? "";
      const labels = (activeElement as HTMLInputElement | null)?.labels;
      const text = activeElement instanceof HTMLElement ? activeElement.innerText : "";
      return `${label} ${labels?.[0]?.textContent ?? ""} ${text}`;
    });
    if (name.test(focused)) return;
  }
  throw new Error(`${name} cannot be reached with Tab.`);
}

/** One key after the other, sent together: with a pause between them they are no sequence. */
async function pressBoth(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

async function openAt(path: string): Promise<Page> {
  return (await stage.open({ path })).page;
}

test("j and k move through the list, and the address follows", async () => {
  const ids = [];
  for (const n of [1, 2, 3]) ids.push((await stage.ask({ text: `moving ${n}` })).id);
  const page = await openAt("/?q=moving");
  const current = page.locator('ul[aria-label="Requests"] a[aria-current="true"]');
  await current.waitFor();
  const reference = () => current.getAttribute("href");
  const first = await reference();
  await page.keyboard.press("j");
  await expect.poll(reference).not.toBe(first);
  await expect.poll(reference).toMatch(/req_/);
  await page.keyboard.press("k");
  await expect.poll(reference).toBe(first);
});

test("a rejection needs no pointer", async () => {
  const sought = await stage.seek({ tool: "write_file" });
  const page = await openAt(`/${sought.id}`);
  await page.getByRole("region", { name: "Decide" }).waitFor();
  await page.keyboard.press("d");
  await page.getByRole("dialog", { name: "Reject" }).waitFor();
  // The field has the focus with the next paint.
  await page.locator("dialog input:focus").waitFor();
  await page.keyboard.type("No.");
  await looked(page);
  await page.keyboard.press("Control+Enter");
  const { request } = await stage.agent.wait({ id: sought.id, holdMs: 20_000 });
  expect(request).toMatchObject({ status: "rejected", reason: "No." });
});

test("a reason may be left out, and a key on its way when the dialog opens rejects nothing", async () => {
  const sought = await stage.seek({ tool: "write_file" });
  const page = await openAt(`/${sought.id}`);
  await page.getByRole("region", { name: "Decide" }).waitFor();
  await looked(page);
  await page.keyboard.press("d");
  await page.locator("dialog input:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("only just appeared or changed").first().waitFor();
  expect((await stage.ana.show({ id: sought.id })).request.status).toBe("open");
  await looked(page);
  await page.keyboard.press("Enter");
  const { request } = await stage.agent.wait({ id: sought.id, holdMs: 20_000 });
  expect(request.status).toBe("rejected");
  expect(request).not.toHaveProperty("reason");
});

test("a digit beside the field chooses a reason that is often given, and in the field it is a digit", async () => {
  const sought = await stage.seek({ tool: "write_file" });
  const page = await openAt(`/${sought.id}`);
  await page.getByRole("region", { name: "Decide" }).waitFor();
  await page.keyboard.press("d");
  await page.locator("dialog input:focus").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("2");
  await page.locator("dialog input:focus").waitFor();
  await page.keyboard.type(" 3");
  await looked(page);
  await page.keyboard.press("Enter");
  const { request } = await stage.agent.wait({ id: sought.id, holdMs: 20_000 });
  expect(request).toMatchObject({ status: "rejected", reason: "Wrong target 3" });
});

test("Enter behind the digits of HIGH approves it", async () => {
  const sought = await stage.seek(PAY);
  const page = await openAt(`/${sought.id}`);
  const digits = page.getByRole("textbox", { name: "First digits of the digest" });
  await digits.focus();
  await page.keyboard.type(sought.authorization.digest.slice(0, 6));
  await looked(page);
  await page.keyboard.press("Enter");
  const { request } = await stage.agent.wait({ id: sought.id, holdMs: 20_000 });
  expect(request.status).toBe("approved");
});

test.each([
  ["Cyrillic", "в"],
  ["Greek", "δ"],
])("a %s letter is the key in whose place it stands", async (_, key) => {
  const sought = await stage.seek({ tool: "write_file" });
  const page = await openAt(`/${sought.id}`);
  await page.getByRole("region", { name: "Decide" }).waitFor();
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send("Input.dispatchKeyEvent", { type: "keyDown", code: "KeyD", key, text: key });
  await page.getByRole("dialog", { name: "Reject" }).waitFor();
});

test("Tab comes first to what leads past the rail", async () => {
  const page = await openAt("/");
  await page.getByRole("list", { name: "Requests" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page
    .getByRole("searchbox", { name: "Search requests" })
    .and(page.locator(":focus"))
    .waitFor();
});

test("a choice is answered and a text is sent without a pointer", async () => {
  const choice = await stage.ask({
    text: "Left or right?",
    form: { kind: "choice", options: [{ label: "left" }, { label: "right" }] },
  });
  const page = await openAt(`/${choice.id}`);
  await page.getByRole("region", { name: "Decide" }).waitFor();
  await looked(page);
  await page.keyboard.press("1");
  expect((await stage.agent.wait({ id: choice.id, holdMs: 20_000 })).request).toMatchObject({
    answer: { choice: "left" },
  });
  const text = await stage.ask({ text: "And then?" });
  const next = await openAt(`/${text.id}`);
  await next.getByRole("region", { name: "Decide" }).waitFor();
  await next.keyboard.press("r");
  await next.locator("textarea:focus").waitFor();
  await next.keyboard.type("straight on");
  await looked(next);
  await next.keyboard.press("Control+Enter");
  expect((await stage.agent.wait({ id: text.id, holdMs: 20_000 })).request).toMatchObject({
    answer: { text: "straight on" },
  });
});

test("letters can be switched off, and then decide nothing", async () => {
  const sought = await stage.seek({ tool: "read_quietly" });
  const page = await openAt("/settings");
  await page.getByRole("switch", { name: "Letter keys" }).focus();
  await page.keyboard.press("Space");
  await page.goto(`${new URL(page.url()).origin}/${sought.id}`);
  await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  await page.waitForTimeout(300);
  expect((await stage.ana.show({ id: sought.id })).request.status).toBe("open");
});

test("the sheet of keys and the palette open, are searched and closed by keys", async () => {
  const page = await openAt("/");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("Control+k");
  await page.locator("input[role=combobox]:focus").waitFor();
  await page.keyboard.type("dashboard");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
});

const SCREENS = [
  ["c", "Conversations"],
  ["r", "Runs"],
  ["a", "Agents"],
  ["e", "Deliveries"],
  ["p", "Policy"],
  ["l", "Audit"],
  ["b", "Dashboard"],
  [",", "Settings"],
] as const;

test("g and the letter of a screen go to it", async () => {
  const page = await openAt("/");
  for (const [key, heading] of SCREENS) {
    await pressBoth(page, "g", key);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  }
});

test("the log is verified and a message is sent without a pointer", async () => {
  const page = await openAt("/audit");
  await tabTo(page, /Verify the log/);
  await page.keyboard.press("Enter");
  await page
    .getByText(/intact/i)
    .first()
    .waitFor();
  await stage.agent.tell({ text: "Hello, here I am." });
  await pressBoth(page, "g", "c");
  await tabTo(page, /scout/);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await tabTo(page, /Message/);
  await page.keyboard.type("Good to hear.");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("list", { name: "Messages" }).getByText("Good to hear.").waitFor();
});
