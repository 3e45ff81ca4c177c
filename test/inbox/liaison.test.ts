import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { EarshotClient } from "../../src/client/index.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Liaison } from "../../src/domain/liaison/liaison.ts";
import { screenshot } from "../support/browser.ts";
import { faultsOf, seenIn, type View } from "./looks.ts";
import { looked, useStage } from "./stage.ts";

const stage = useStage();
const PHONE = { width: 390, height: 844, isPhone: true };
const SLOW = { timeout: 120_000 };
const MOST_TURNS = 8;

const NEED =
  "I need a sales dashboard of last quarter for our executives. It must show revenue, units and margin with bar and line charts, and it must load within two seconds.";
const FEEDBACK =
  "The colours are hard to tell apart for me, I am colour blind. Please compare the quarters. It needs improvement.";

async function shown(id: ConversationId): Promise<Liaison> {
  return await stage.operator.showLiaison({ conversation_id: id });
}

/** What a person says to whatever is asked: the first option of each question, else to decide itself. */
function replyTo({ clarifications }: Liaison): string {
  const open = clarifications.filter(({ status }) => status === "open");
  if (open.length === 0) return "Yes, that is it.";
  return open.map(({ topic, options }) => `${topic}: ${options[0] ?? "you decide"}`).join("\n");
}

/** Has a conversation over the wire until a worker is at its task. */
async function begun(person: EarshotClient, need: string): Promise<Liaison> {
  const first = await person.beginConversation({ initial_message: need, agent: "scout" });
  const id = first.conversation_id;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const liaison = await shown(id);
    if (liaison.phase !== "problem_definition") return liaison;
    await person.continueConversation({ conversation_id: id, message: replyTo(liaison) });
  }
  throw new Error("The liaison asks without an end.");
}

/** Goes on until feedback was understood. */
async function judged(person: EarshotClient, id: ConversationId, words: string): Promise<Liaison> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const liaison = await shown(id);
    if (liaison.phase !== "feedback_collection") return liaison;
    await person.continueConversation({ conversation_id: id, message: words });
  }
  throw new Error("The liaison asks for feedback without an end.");
}

async function open(page: Page, origin: string, path: string): Promise<void> {
  await page.goto(origin + path);
  await page.getByRole("heading", { name: "Liaison", level: 1 }).waitFor();
}

/** The first thing on offer of what the liaison asks. */
async function offered(id: ConversationId): Promise<{ label: string; isField: boolean }> {
  const { request } = await stage.ana.show({ id: (await shown(id)).request ?? "req_" });
  if (request.kind !== "question") throw new Error("The liaison asks no question.");
  const { form } = request.question;
  if (form.kind === "choice") return { label: form.options[0]?.label ?? "", isField: false };
  const schema: JsonObject = form.kind === "fields" ? form.schema : {};
  const properties = (schema["properties"] ?? {}) as Record<string, { examples?: string[] }>;
  const label = Object.values(properties).flatMap(({ examples = [] }) => examples)[0] ?? "";
  return { label, isField: true };
}

const words = (page: Page) => page.getByRole("region", { name: "Your words" });

/** Says it in the field that there is, with the keys, and waits until it is replied to. */
async function say(page: Page, id: ConversationId, text: string): Promise<void> {
  const { exchanges } = await shown(id);
  const field = words(page).getByRole("textbox", { name: /^(Answer|Message)$/ });
  await field.fill(text);
  // A question of its own is decided once it was looked at; a message is sent at once.
  if ((await field.getAttribute("aria-keyshortcuts")) === "r") await looked(page);
  await field.press("Control+Enter");
  await page
    .getByRole("region", { name: "What was said" })
    .getByText(text.split("\n")[0] ?? text)
    .first()
    .waitFor();
  await expect
    .poll(async () => {
      const now = await shown(id);
      return now.dueAt === undefined && now.exchanges.length > exchanges.length + 1;
    })
    .toBe(true);
  await page.getByText("Thinking…").waitFor({ state: "detached" });
}

test("a conversation is held on the page: a need, a task, a result, feedback", SLOW, async () => {
  const { page } = await stage.open({ path: "/liaison" });
  await page.getByLabel("Who does it").selectOption("scout");
  await page.getByLabel("What do you need?").fill(NEED);
  await page.getByLabel("What do you need?").press("Control+Enter");
  await page.waitForURL(/\/liaison\/cnv_/);
  const id = new URL(page.url()).pathname.split("/").at(-1) as ConversationId;
  await page.getByRole("region", { name: "What was said" }).getByText(NEED).waitFor();
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const liaison = await shown(id);
    if (liaison.phase !== "problem_definition") break;
    await say(page, id, replyTo(liaison));
  }
  await page.locator("[aria-current=step]", { hasText: "At work" }).waitFor();
  const specification = page.getByRole("region", { name: "Specification" });
  await specification.getByText(/published to the worker/).waitFor();
  const { specifications } = await shown(id);
  for (const { description } of specifications.at(-1)?.requirements ?? []) {
    await specification.getByText(description).first().waitFor();
  }
  await stage.agent.taskProgress({ conversation_id: id, status: "half of the charts are drawn" });
  const work = page.getByRole("region", { name: "Progress and results" });
  await work.getByText("half of the charts are drawn").waitFor();
  await stage.agent.taskCompleted({
    conversation_id: id,
    task_result: { address: "https://dash.example/1", charts: 4 },
  });
  await work.getByRole("heading", { name: "Result of round 1" }).waitFor();
  await page.locator("[aria-current=step]", { hasText: "Feedback" }).waitFor();
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    if ((await shown(id)).phase !== "feedback_collection") break;
    await say(page, id, FEEDBACK);
  }
  const feedback = page.getByRole("region", { name: "Feedback" });
  await feedback.getByText("Needs improvement").first().waitFor();
  const metrics = (await shown(id)).feedback[0]?.metrics;
  expect(metrics?.acceptance_status).toBe("needs_improvement");
  for (const { supporting_quotes } of metrics?.dimension_feedback ?? []) {
    for (const quote of supporting_quotes) await feedback.getByText(quote).first().waitFor();
  }
  await screenshot(page, "liaison-light");
});

test("feedback that was read wrongly is withdrawn with a reason, by its person", SLOW, async () => {
  const { id } = await begun(stage.ana, NEED);
  await stage.agent.taskCompleted({ conversation_id: id, task_result: "Here it is." });
  await judged(stage.ana, id, "Perfect, I accept it.");
  const { page } = await stage.open({ path: `/liaison/${id}` });
  const feedback = page.getByRole("region", { name: "Feedback" });
  await feedback.getByRole("button", { name: "Withdraw round 1" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What was read wrongly").fill("I was joking.");
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await feedback.getByText(/Withdrawn by ana.*I was joking\./).waitFor();
  await expect.poll(() => feedback.getByRole("button").count()).toBe(0);
  expect((await shown(id)).feedback).toMatchObject([{ withdrawn: { by: "ana" } }]);
});

test("files go with the first words, and one too large says what to do", SLOW, async () => {
  const { page } = await stage.open({ path: "/liaison" });
  const own = page.getByRole("region", { name: "New conversation" });
  const input = own.getByLabel("Files to attach");
  const large = Buffer.alloc(4 * 1024 * 1024 + 1);
  await input.setInputFiles({ name: "large.bin", mimeType: "", buffer: large });
  await own.getByText(/large\.bin has more than 4 MiB.*Leave it out/).waitFor();
  await own.getByLabel("What do you need?").fill("I need a chart of these figures.");
  const begin = own.getByRole("button", { name: /^New conversation/ });
  expect(await begin.isDisabled()).toBe(true);
  await own.getByRole("button", { name: "Leave out large.bin" }).click();
  const buffer = Buffer.alloc(100_000, "1,2\n");
  await input.setInputFiles({ name: "sales.csv", mimeType: "text/csv", buffer });
  await own.getByRole("list", { name: "Attached files" }).getByText("sales.csv").waitFor();
  await begin.click();
  await page.waitForURL(/\/liaison\/cnv_/);
  const id = new URL(page.url()).pathname.split("/").at(-1) as ConversationId;
  await page.getByRole("region", { name: "What was said" }).getByText("sales.csv").waitFor();
  const files = (await shown(id)).exchanges.flatMap(({ attachments = [] }) => attachments);
  expect(files).toMatchObject([{ name: "sales.csv", media_type: "text/csv", size: 100_000 }]);
});

test("what is on offer is an answer with a press", SLOW, async () => {
  const { conversation_id: id } = await stage.ana.beginConversation({
    initial_message: "I need a report.",
  });
  const { page } = await stage.open({ path: `/liaison/${id}` });
  await words(page).getByRole("textbox", { name: "Answer" }).waitFor();
  const { label, isField } = await offered(id);
  await words(page).getByRole("button", { name: label, exact: true }).first().click();
  if (isField) await words(page).getByRole("button", { name: "Send answer" }).click();
  await expect
    .poll(async () => (await shown(id)).exchanges.map(({ content }) => content).slice(2))
    .toContainEqual(expect.stringContaining(label));
});

test("what is answered elsewhere gives way to what is said next", SLOW, async () => {
  const { conversation_id: id } = await stage.ana.beginConversation({
    initial_message: "I need a report.",
  });
  const { page } = await stage.open({ path: `/liaison/${id}` });
  await words(page).getByRole("textbox", { name: "Answer" }).fill("Not sent.");
  const before = await shown(id);
  const text = "It is for the board, once, by Friday.";
  await stage.ana.answer({ id: before.request ?? "req_", answer: { text } });
  const talk = page.getByRole("region", { name: "What was said" });
  await talk.getByText(text).first().waitFor();
  await expect.poll(async () => (await shown(id)).dueAt).toBeUndefined();
  const after = await shown(id);
  expect(after.request).not.toBe(before.request);
  const [reply = ""] = after.exchanges.at(-1)?.content.split("\n") ?? [];
  await talk.getByText(reply).first().waitFor();
  await expect.poll(() => words(page).getByRole("textbox").last().inputValue()).toBe("");
});

test("a question of the liaison leads from the inbox to the whole conversation", async () => {
  const { conversation_id: id } = await stage.ana.beginConversation({
    initial_message: "I need a report of some kind.",
  });
  const { request } = await shown(id);
  const { page } = await stage.open({ path: `/${request}` });
  await page.getByRole("link", { name: "The whole conversation" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/liaison/${id}`);
  await page.getByText("I need a report of some kind.").first().waitFor();
});

test("another operator reads a conversation and has nothing to write with", async () => {
  const { conversation_id: id } = await stage.ana.beginConversation({
    initial_message: "I need a list of our suppliers.",
  });
  const { request } = await shown(id);
  const { page, origin } = await stage.open({ key: stage.server.operator, path: `/liaison/${id}` });
  await page.getByText("I need a list of our suppliers.").first().waitFor();
  await page.getByText(/You read this only: it is held with ana/).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  await page.goto(`${origin}/${request}`);
  await page.getByText("ana can answer it.").waitFor();
  await open(page, origin, "/liaison?mine=true");
  await page.getByLabel("Whose").waitFor();
  await page.getByRole("link", { name: /suppliers/ }).waitFor({ state: "detached" });
});

test("words of people and workers are nothing but words", SLOW, async () => {
  const evil = '<img src=x onerror="document.title=1"> [a](javascript:alert(1)) \u202egnp.exe';
  const liaison = await begun(stage.ana, `${NEED} It must show ${evil}.`);
  await stage.agent.taskProgress({ conversation_id: liaison.id, status: evil });
  await stage.agent.taskCompleted({ conversation_id: liaison.id, task_result: evil });
  await judged(stage.ana, liaison.id, `The colours are bad. Please show ${evil}. ${FEEDBACK}`);
  const { page } = await stage.open({ path: `/liaison/${liaison.id}` });
  const result = page.getByRole("region", { name: "Progress and results" });
  await result.getByText("\\u{202e}gnp.exe").first().waitFor();
  expect(await page.locator("main img").count()).toBe(0);
  expect(await page.locator('main a[href^="javascript"]').count()).toBe(0);
  expect(await page.locator("main").innerText()).not.toContain("\u202e");
});

test("what was typed and not sent is there again, and an error keeps it", async () => {
  const liaison = await begun(stage.ana, NEED);
  await stage.agent.taskCompleted({ conversation_id: liaison.id, task_result: "Done." });
  await judged(stage.ana, liaison.id, "It is perfect. I accept it.");
  const { page, context } = await stage.open({ path: `/liaison/${liaison.id}` });
  await words(page).getByRole("textbox").fill("One more thing.");
  await page.reload();
  await expect.poll(() => words(page).getByRole("textbox").inputValue()).toBe("One more thing.");
  await context.setOffline(true);
  await words(page).getByRole("textbox").press("Control+Enter");
  await words(page)
    .getByText(/The server does not answer/)
    .waitFor();
  expect(await words(page).getByRole("textbox").inputValue()).toBe("One more thing.");
});

const views: View[] = [
  { name: "liaison-list", path: "/liaison", ready: listed },
  { name: "liaison-fitness", path: "/liaison/fitness", ready: said("Fitness of agents") },
];

async function listed(page: Page): Promise<void> {
  const links = page.getByRole("main").getByRole("link", { name: /dashboard/i });
  await links.first().waitFor();
}

function said(text: string) {
  return async (page: Page) => await page.getByText(text).first().waitFor();
}

function tab(name: string) {
  return async (page: Page) => {
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    const button = page.getByRole("tab", { name });
    if (await button.isVisible()) await button.click();
  };
}

async function withdrawn(page: Page): Promise<void> {
  await tab("Result and feedback")(page);
  await page
    .getByRole("button", { name: /^Withdraw/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: "Withdraw the feedback on round 1" }).waitFor();
}

describe("every view of it", () => {
  const seen = (window: string) => seenIn(window, { views, windows: ["wide", "phone"] });

  beforeAll(async () => {
    const liaison = await begun(stage.ana, NEED);
    await stage.agent.taskProgress({ conversation_id: liaison.id, status: "begun" });
    await stage.agent.taskCompleted({ conversation_id: liaison.id, task_result: { charts: 4 } });
    await judged(stage.ana, liaison.id, FEEDBACK);
    const { conversation_id: asked } = await stage.ana.beginConversation({
      initial_message: "I need a report.",
    });
    views.push(
      { name: "liaison-asked", path: `/liaison/${asked}`, ready: tab("Conversation") },
      { name: "liaison-talk", path: `/liaison/${liaison.id}`, ready: tab("Conversation") },
      { name: "liaison-task", path: `/liaison/${liaison.id}`, ready: tab("Specification") },
      { name: "liaison-work", path: `/liaison/${liaison.id}`, ready: tab("Result and feedback") },
      { name: "liaison-withdraw", path: `/liaison/${liaison.id}`, ready: withdrawn },
    );
  }, 60_000);

  test(
    "a wide window shows it whole and free of faults that axe finds, also made 320 px wide",
    SLOW,
    async () => {
      const narrowed = [{ width: 320, height: 640 }];
      expect(
        await faultsOf(await stage.open(), { views: seen("wide"), suffix: "", narrowed }),
      ).toEqual([]);
    },
  );

  test("a phone shows it whole and free of faults that axe finds", SLOW, async () => {
    expect(
      await faultsOf(await stage.open(PHONE), { views: seen("phone"), suffix: "-phone" }),
    ).toEqual([]);
  });
});

test("a picture beside a result is drawn, and a file is there to save", SLOW, async () => {
  const { id } = await begun(stage.ana, NEED);
  const dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await stage.agent.taskCompleted({
    conversation_id: id,
    task_result: "Here are the figures.",
    attachments: [
      { name: "chart.png", content: dot },
      { name: "sales.csv", content: btoa("a,b\n") },
    ],
  });
  const { page } = await stage.open({ path: `/liaison/${id}` });
  const said = page.getByRole("region", { name: "What was said" });
  const picture = said.getByRole("img", { name: "chart.png" });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBe(1);
  const saving = page.waitForEvent("download");
  await said.getByRole("link", { name: "sales.csv" }).click();
  expect((await saving).suggestedFilename()).toBe("sales.csv");
});
