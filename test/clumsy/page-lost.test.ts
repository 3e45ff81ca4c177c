import type { CDPSession, Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { looked, useStage } from "../inbox/stage.ts";
import { linkFor } from "../support/browser.ts";

/* What people do while the network, the phone or the web session goes away under their hands. */

const stage = useStage();
const made: RequestId[] = [];
const SHIP = { kind: "choice", options: [{ label: "ship" }, { label: "hold" }] } as const;

afterEach(async () => {
  for (const id of made.splice(0)) await stage.operator.cancel({ id }).catch(() => {});
});

async function ask(text: string, form: typeof SHIP | { kind: "text" } = { kind: "text" }) {
  const { id } = await stage.ask({ text, form });
  made.push(id);
  return id;
}

async function answerOf(id: RequestId) {
  const { request } = await stage.ana.show({ id });
  return request.status === "answered" ? request.answer : request.status;
}

async function openAt(id: RequestId, options: Parameters<typeof stage.open>[0] = {}) {
  const tab = await stage.open({ ...options, path: `/${id}` });
  await tab.page.getByRole("region", { name: "Decide" }).waitFor();
  return tab;
}

const field = (page: Page) => page.getByRole("textbox", { name: "Answer" });
const outcome = (page: Page) => page.getByRole("region", { name: "Outcome" });

async function sent(page: Page): Promise<void> {
  await field(page).focus();
  await looked(page);
  await page.keyboard.press("Control+Enter");
}

/** Loses the server's reply after the call was accepted, this many times. */
async function loseReplies(page: Page, path: string, times: number): Promise<readonly string[]> {
  const keys: string[] = [];
  await page.route(path, async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    const response = await route.fetch();
    if (keys.length <= times) await route.abort("connectionreset");
    else await route.fulfill({ response });
  });
  return keys;
}

describe("a network that is lost in the middle of a decision", () => {
  test("whose reply is lost once decides once, and the person hears that it is done", async () => {
    const id = await ask("Ship one?", SHIP);
    const next = await ask("Ship two?", SHIP);
    const { page } = await openAt(id);
    const keys = await loseReplies(page, "**/answer", 1);
    await looked(page);
    await page.keyboard.press("1");
    await page.getByText("Answered: ship").first().waitFor();
    expect(await answerOf(id)).toEqual({ choice: "ship" });
    expect(await answerOf(next)).toBe("open");
    expect(new Set(keys).size).toBe(1);
  });

  test("before the server has it says so, keeps the words, and a second press sends them", async () => {
    const id = await ask("Which colour?");
    const { page, context } = await openAt(id);
    await field(page).fill("blue");
    await context.setOffline(true);
    await sent(page);
    await page.getByText("The server does not answer.").first().waitFor();
    expect(await field(page).inputValue()).toBe("blue");
    expect(await answerOf(id)).toBe("open");
    await context.setOffline(false);
    await sent(page);
    await expect.poll(() => answerOf(id)).toEqual({ text: "blue" });
  });

  test("for longer than the page tries: said again, it is the same decision", async () => {
    const id = await ask("Which colour?");
    const { page } = await openAt(id);
    await field(page).fill("blue");
    await loseReplies(page, "**/answer", 3);
    await sent(page);
    await page
      .getByText("The server does not answer.")
      .or(outcome(page).getByText(/Answered by ana/))
      .first()
      .waitFor();
    expect(await answerOf(id)).toEqual({ text: "blue" });
    await outcome(page)
      .getByText(/Answered by ana/)
      .waitFor();
  });

  test("for longer than the page tries: a message that is sent again is there once", async () => {
    await stage.agent.tell({ text: "Hello from here." });
    const { page } = await stage.open({ path: "/conversations" });
    await page.getByRole("link", { name: /scout/ }).first().click();
    const keys = await loseReplies(page, "**/v1/messages", 3);
    const box = page.getByRole("textbox", { name: "Message" });
    await box.fill("once, please");
    await page.keyboard.press("Control+Enter");
    await page.getByText("The server does not answer.").first().waitFor();
    expect(await box.inputValue()).toBe("once, please");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => box.inputValue()).toBe("");
    expect(new Set(keys).size).toBe(1);
    const { items } = await stage.agent.mailbox({});
    const same = items.filter((item) => "text" in item && item.text === "once, please");
    expect(same).toHaveLength(1);
  });
});

describe("a phone that is put to sleep", () => {
  async function asleep(page: Page, state: "frozen" | "active"): Promise<void> {
    const session: CDPSession = await page.context().newCDPSession(page);
    await session.send("Page.setWebLifecycleState", { state });
    await session.detach();
  }

  test("over a request that closes meanwhile decides nothing by the first tap, and says who did", async () => {
    const id = await ask("Ship it?", SHIP);
    const next = await ask("Ship the next?", SHIP);
    const { page } = await openAt(id, { width: 390, height: 844, isPhone: true });
    const ship = page.getByRole("button", { name: "ship", exact: true });
    await looked(page);
    const box = await ship.boundingBox();
    await asleep(page, "frozen");
    await stage.operator.answer({ id, answer: { choice: "hold" } }, { via: "console" });
    await asleep(page, "active");
    await page.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
    await outcome(page)
      .getByText(/Answered by operator/)
      .waitFor();
    expect(await answerOf(id)).toEqual({ choice: "hold" });
    expect(await answerOf(next)).toBe("open");
  });

  test("over half an answer has it still, and the page catches up with what came", async () => {
    const id = await ask("Which colour?");
    const { page, context } = await openAt(id, { width: 390, height: 844, isPhone: true });
    await field(page).fill("half a wo");
    await asleep(page, "frozen");
    await context.setOffline(true);
    await stage.operator.answer({ id, answer: { text: "green" } }, { via: "console" });
    await context.setOffline(false);
    await asleep(page, "active");
    await outcome(page)
      .getByText(/Answered by operator/)
      .waitFor({ timeout: 40_000 });
    await outcome(page).getByText("half a wo").waitFor();
  });
});

describe("a web session that ends while words are typed", () => {
  async function endSession(): Promise<void> {
    const { items } = await stage.ana.listWebSessions();
    for (const { id } of items) await stage.operator.revokeWebSession({ id });
  }

  async function typedUntilOut(page: Page): Promise<void> {
    await field(page).focus();
    await page.keyboard.type("my own words");
    await Promise.all([endSession(), page.keyboard.type(" a d 1 a", { delay: 20 })]);
    await page.getByRole("heading", { name: "Sign in" }).waitFor({ timeout: 30_000 });
    await page.keyboard.type("aaa111");
  }

  test("sends none of them, and has them for the same person when they sign in again", async () => {
    const id = await ask("Which colour?");
    const action = await stage.seek({ tool: "read_behind" });
    made.push(action.id);
    const { page, origin } = await openAt(id);
    await typedUntilOut(page);
    expect(await answerOf(id)).toBe("open");
    expect((await stage.ana.show({ id: action.id })).request.status).toBe("open");
    await page.goto(await linkFor(origin, { url: stage.server.url, key: stage.anaKey }));
    await page.getByRole("navigation", { name: "Main" }).first().waitFor();
    await page.goto(`${origin}/${id}`);
    await expect.poll(() => field(page).inputValue()).toContain("my own words");
  });

  test("shows nothing of them to whoever signs in there next", async () => {
    const id = await ask("Which colour?");
    const { page, origin } = await openAt(id);
    await typedUntilOut(page);
    const { url, operator } = stage.server;
    await page.goto(await linkFor(origin, { url, key: operator }));
    await page.getByRole("navigation", { name: "Main" }).first().waitFor();
    await page.goto(`${origin}/${id}`);
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe("");
    await stage.operator.answer({ id, answer: { text: "green" } }, { via: "console" });
    await outcome(page).waitFor();
    expect(await page.getByText("my own words").count()).toBe(0);
  });
});

describe("somebody who is elsewhere", () => {
  test("with the window behind another decides nothing by its keys when they come back", async () => {
    const { page, context, origin } = await stage.open({ path: "/?q=tool:read_behind_a_window" });
    const other = await context.newPage();
    await other.goto(`${origin}/settings`);
    await other.bringToFront();
    const { id } = await stage.seek({ tool: "read_behind_a_window" });
    made.push(id);
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await page.bringToFront();
    await page.keyboard.press("a");
    await page.getByText("It came by itself").first().waitFor();
    expect((await stage.ana.show({ id })).request.status).toBe("open");
  });
});
