import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Session } from "../../src/domain/sessions/session.ts";
import type { ClaimedSession } from "../../src/ports/earshot/sessions.ts";
import { ownKey } from "../support/own-key.ts";
import { faultsOf, type View } from "./looks.ts";
import { useStage } from "./stage.ts";

const stage = useStage();
const CALL = { id: "call-1", name: "ask_operator", args: { question: "Which colour?" } };
const PHONE = { width: 390, height: 844, isPhone: true };

let threads = 0;

async function start(text: string): Promise<Session> {
  threads += 1;
  const place = { channel: "inbox", chatId: "chat", threadId: `t${threads}` } as const;
  return await stage.operator.startSession({ agent: "scout", text, place });
}

async function claim(): Promise<ClaimedSession> {
  const { claimed } = await stage.agent.claimSession({ host: "host-1" });
  if (claimed === undefined) throw new Error("There is no session to take up.");
  return claimed;
}

/** A session that has asked, and ended with that. */
async function paused(task: string, question: string) {
  await start(task);
  const { session } = await claim();
  const held = { id: session.id, epoch: session.epoch };
  const reply = { kind: "reply", text: "I do not know.", calls: [CALL] } as const;
  await stage.agent.recordEntries({ ...held, after: session.entries, entries: [reply] });
  return await stage.agent.askInSession({ ...held, call: CALL.id, question: { text: question } });
}

async function complete({ session }: ClaimedSession, text: string): Promise<void> {
  const held = { id: session.id, epoch: session.epoch };
  const reply = { kind: "reply", text, calls: [] } as const;
  await stage.agent.recordEntries({ ...held, after: session.entries, entries: [reply] });
  await stage.agent.endSession({ ...held, outcome: "completed", text });
}

test("the list says what a paused session waits for, and a filter stands in the address", async () => {
  const { session, request } = await paused("Paint the shed.", "Which colour for the shed?");
  const { page } = await stage.open({ path: "/sessions" });
  const row = page.getByRole("row", { name: /Paint the shed/ }).first();
  expect(await row.innerText()).toMatch(
    /scout[\s\S]*paused[\s\S]*for an answer[\s\S]*a message: operator/,
  );
  const waits = row.getByRole("link", { name: "an answer" });
  expect(await waits.getAttribute("href")).toBe(`/${request.id}`);
  await page.getByLabel("Status").selectOption("Failed");
  await page.getByText("None of this kind").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("?status=failed");
  await page.getByLabel("Status").selectOption("Paused");
  await page.getByLabel("Agent", { exact: true }).selectOption("scout");
  await page.getByRole("link", { name: "Paint the shed." }).first().click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/sessions/${session.id}`);
});

test("the answer shows between a session and the one that goes on from it, as it comes", async () => {
  const { session, request } = await paused("Paint the fence.", "Which colour for the fence?");
  const { page } = await stage.open({ path: `/sessions/${session.id}` });
  const transcript = page.getByRole("list", { name: "Transcript" });
  await transcript.getByText("I do not know.").waitFor();
  await stage.ana.answer({ id: request.id, answer: { text: "Red, of course." } });
  const chain = page.getByRole("region", { name: "Continuations" });
  await chain.getByText("Red, of course.").waitFor();
  await chain.getByText("Which colour for the fence?").waitFor();
  const next = await claim();
  expect(next.session.continues).toBe(session.id);
  await chain.getByRole("link", { name: "Paint the fence." }).last().click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/sessions/${next.session.id}`);
  await page.getByText("Not ended: new entries appear here").waitFor();
  await complete(next, "The fence is red.");
  await transcript.getByText("The fence is red.").first().waitFor();
  await page.getByText("Not ended: new entries appear here").waitFor({ state: "detached" });
});

test("a session is cancelled in two presses, and resumed with other words", async () => {
  const { session, request } = await paused("Paint the gate.", "Which colour for the gate?");
  const { page } = await stage.open({ path: `/sessions/${session.id}` });
  await page.getByRole("button", { name: "Cancel the session" }).click();
  await page.getByRole("button", { name: "Press again to cancel it" }).click();
  await page.getByLabel("Resume it with").fill("Leave the gate as it is.");
  const { session: cancelled, request: asked } = await stage.operator.showSession({
    id: session.id,
  });
  expect(cancelled.status).toBe("cancelled");
  expect(asked).toMatchObject({ id: request.id, status: "cancelled" });
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("heading", { name: "Leave the gate as it is.", level: 2 }).waitFor();
  const [resumed] = (await stage.operator.listSessions({ status: "queued" })).items;
  expect(resumed).toMatchObject({ continues: session.id, cause: "resume", from: "ana" });
  await complete(await claim(), "It stays.");
});

test("words of an agent are nothing but words, and whoever only reads gets no button", async () => {
  const evil = '<img src=x onerror="document.title=1"> [a](javascript:alert(1))';
  const { session } = await paused("Read the page.", "May I?");
  await stage.ana.answer({
    id: session.waitsFor?.request ?? "req_",
    answer: { text: "Yes." },
  });
  await complete(await claim(), evil);
  const [last] = (await stage.operator.listSessions({ chain: session.id })).items;
  const made = await ownKey(stage.operator, { kind: "person", name: "vera", role: "viewer" });
  const { page } = await stage.open({ key: made.secret, path: `/sessions/${last?.id}` });
  await page.getByRole("list", { name: "Transcript" }).getByText(evil).first().waitFor();
  expect(await page.getByRole("button", { name: /Cancel the|Resume/ }).count()).toBe(0);
  expect(await page.locator("main img").count()).toBe(0);
});

test("a wide window and a phone show it whole and free of faults that axe finds", async () => {
  const { session, request } = await paused("Paint the door.", "Which colour for the door?");
  await stage.ana.answer({ id: request.id, answer: { text: "Green." } });
  await complete(await claim(), "The door is green.");
  const said = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
  const views: readonly View[] = [
    { name: "sessions", path: "/sessions", ready: said("Paint the door.") },
    { name: "session", path: `/sessions/${session.id}`, ready: said("Green.") },
  ];
  expect(await faultsOf(await stage.open(), { views, suffix: "" })).toEqual([]);
  expect(await faultsOf(await stage.open(PHONE), { views, suffix: "-phone" })).toEqual([]);
});

test("an order that waits for a word is begun by two presses", async () => {
  const given = { agent: "scout", text: "Delete the cluster.", pending: true };
  const { id } = await stage.operator.startSession(given);
  const { page } = await stage.open({ path: "/sessions?status=pending" });
  await page.getByRole("link", { name: /Delete the cluster/ }).click();
  await page.getByRole("button", { name: "Begin the session" }).click();
  expect((await stage.operator.showSession({ id })).session.status).toBe("pending");
  await page.getByRole("button", { name: "Press again to begin it" }).click();
  await page.getByText("queued", { exact: true }).waitFor();
  const { session } = await claim();
  expect(session.id).toBe(id);
  await complete({ session } as ClaimedSession, "Done.");
});
