import { expect, test } from "vitest";
import { collect } from "../suites/earshot/world.ts";
import { looked, useStage } from "./stage.ts";

const stage = useStage();

test("z takes back what was just answered, with its words, and what was approved", async () => {
  const asked = await stage.ask({ text: "Undowise, what now?" });
  const { page } = await stage.open({ path: `/${asked.id}`, holds: true });
  await page.getByRole("textbox", { name: "Answer" }).fill("Go on with it");
  await looked(page);
  await page.keyboard.press("Control+Enter");
  await page.getByText("you answered it just now").first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("z");
  await page.getByText("Taken back.").first().waitFor();
  const box = page.getByRole("textbox", { name: "Answer" });
  await expect.poll(() => box.inputValue()).toBe("Go on with it");
  expect((await stage.agent.show({ id: asked.id })).request.status).toBe("open");
  await box.focus();
  await looked(page);
  await page.keyboard.press("Control+Enter");
  const { request } = await stage.agent.wait({ id: asked.id, holdMs: 20_000 });
  expect(request).toMatchObject({ answer: { text: "Go on with it" } });
});

test("an approval that is held says so in its row, and its request is not offered again", async () => {
  const first = await stage.seek({ tool: "write_first" });
  const second = await stage.seek({ tool: "write_second" });
  const { page } = await stage.open({ path: `/${first.id}`, holds: true });
  await looked(page);
  await page.keyboard.press("a");
  await page.locator(`a[href*="${first.id}"]`, { hasText: "you approved it just now" }).waitFor();
  await page.locator(`article[id="${second.id}"]`).waitFor();
});

test("what is decided counts at once where Settings say so", async () => {
  const asked = await stage.ask({ text: "At once?" });
  const { page } = await stage.open({ path: "/settings", holds: true });
  await page.getByLabel("Hold what I decide for a moment").uncheck();
  await page.goto(new URL(`/${asked.id}`, page.url()).href);
  await page.getByRole("textbox", { name: "Answer" }).fill("Yes");
  await looked(page);
  await page.keyboard.press("Control+Enter");
  const { request } = await stage.agent.wait({ id: asked.id, holdMs: 20_000 });
  expect(request).toMatchObject({ answer: { text: "Yes" } });
  const types = (await collect(stage.operator.events()))
    .filter(({ subject }) => subject === asked.id)
    .map(({ type }) => type);
  expect(types).not.toContain("request.decision_held");
});

test("a request is given to a colleague by keys, and the row says so", async () => {
  const asked = await stage.ask({ text: "Whose is this?" });
  const { page } = await stage.open({ path: `/${asked.id}` });
  await looked(page);
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Give it to a colleague" });
  await dialog.getByRole("button", { name: "operator" }).click();
  await page.getByText("assigned to operator by ana").first().waitFor();
  const { assignment } = await stage.ana.inboxItem({ id: asked.id });
  expect(assignment).toMatchObject({ to: { name: "operator" }, by: { name: "ana" } });
});

test("an answer is put by its number from what was saved in Settings", async () => {
  await stage.ana.setReplies({ answers: ["Yes, go on.", "No."], reasons: ["Too dear"] });
  const asked = await stage.ask({ text: "May it go on?" });
  const { page } = await stage.open({ path: `/${asked.id}` });
  await page.getByRole("button", { name: "Yes, go on." }).waitFor();
  await looked(page);
  await page.keyboard.press("1");
  const box = page.getByRole("textbox", { name: "Answer" });
  await expect.poll(() => box.inputValue()).toBe("Yes, go on.");
  await page.goto(new URL("/settings", page.url()).href);
  const reasons = page.getByRole("textbox", { name: "Reasons to reject" });
  await expect.poll(() => reasons.inputValue()).toBe("Too dear");
});
