import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { Form } from "../../src/domain/requests/question.ts";
import { looked, useStage } from "../inbox/stage.ts";
import type { OpenOptions } from "../support/browser.ts";

/* Mistakes on the page by people who hurry, or who are not where they think they are. */

const stage = useStage();
const made: RequestId[] = [];

afterEach(async () => {
  for (const id of made.splice(0)) await stage.operator.cancel({ id }).catch(() => {});
});

const SHIP: Form = { kind: "choice", options: [{ label: "ship" }, { label: "hold" }] };
const REGIONS: Form = {
  kind: "choices",
  allowText: true,
  options: [{ label: "north" }, { label: "south" }, { label: "east" }],
};

async function ask(text: string, form: Form = { kind: "text" }): Promise<RequestId> {
  const { id } = await stage.ask({ text, form });
  made.push(id);
  return id;
}

async function seek(tool: string): Promise<RequestId> {
  const { id } = await stage.seek({ tool });
  made.push(id);
  return id;
}

async function show(id: RequestId) {
  return (await stage.ana.show({ id })).request;
}

async function answerOf(id: RequestId) {
  const request = await show(id);
  return request.status === "answered" ? request.answer : request.status;
}

async function openAt(id: RequestId, options: Partial<OpenOptions> = {}): Promise<Page> {
  const { page } = await stage.open({ ...options, path: `/${id}` });
  await page.getByRole("region", { name: "Decide" }).waitFor();
  return page;
}

async function goTo(id: RequestId, page: Page): Promise<Page> {
  await page.goto(`${stage.server.url.replace("127.0.0.1", "localhost")}/${id}`);
  await page.getByRole("region", { name: "Decide" }).waitFor();
  return page;
}

const field = (page: Page) => page.getByRole("textbox", { name: "Answer" });

async function sent(page: Page): Promise<void> {
  await looked(page);
  await page.keyboard.press("Control+Enter");
}

const outcome = (page: Page) => page.getByRole("region", { name: "Outcome" });

async function mailed(): Promise<readonly string[]> {
  const { items } = await stage.agent.mailbox({});
  return items.map((item) => ("text" in item ? item.text : ""));
}

describe("a press that comes twice", () => {
  test("sends one answer, and leaves the next request alone", async () => {
    const first = await ask("Which colour?");
    const next = await ask("Drop the table?", SHIP);
    const page = await openAt(first);
    await field(page).fill("blue");
    await looked(page);
    for (const _ of "four") await page.keyboard.press("Control+Enter");
    await expect.poll(() => answerOf(first)).toEqual({ text: "blue" });
    for (const _ of "four") await page.keyboard.press("Enter");
    expect(await answerOf(next)).toBe("open");
  });

  test("of Enter on an option chooses once, and nothing of the next question", async () => {
    const first = await ask("Ship one?", SHIP);
    const next = await ask("Ship two?", SHIP);
    const page = await openAt(first);
    await page.getByRole("button", { name: "ship", exact: true }).focus();
    await looked(page);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect.poll(() => answerOf(first)).toEqual({ choice: "ship" });
    await page.keyboard.press("Enter");
    expect(await answerOf(next)).toBe("open");
  });

  test.each([2, 3])(
    "of the pointer, %i times, approves what it was aimed at alone",
    async (clickCount) => {
      const first = await seek("read_first");
      const next = await seek("read_second");
      const page = await openAt(first);
      const button = page.getByRole("button", { name: "Approve", exact: true });
      await looked(page);
      await button.click({ clickCount, delay: 20 });
      await expect.poll(async () => (await show(first)).status).toBe("approved");
      expect((await show(next)).status).toBe("open");
    },
  );

  test("of the pointer by a slow hand approves what it was aimed at alone", async () => {
    const first = await seek("read_first");
    const next = await seek("read_second");
    const page = await openAt(first);
    const button = page.getByRole("button", { name: "Approve", exact: true });
    await looked(page);
    await button.click();
    await expect.poll(async () => (await show(first)).status).toBe("approved");
    // The next one has stood there for long, and the system still counts the press as the second of two.
    await page.locator("[data-decides][data-still]").first().waitFor();
    const box = await button.boundingBox();
    const mouse = await page.context().newCDPSession(page);
    for (const type of ["mousePressed", "mouseReleased"] as const) {
      const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
      await mouse.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 2 });
    }
    await page.getByText("The button has only just appeared there").first().waitFor();
    expect((await show(next)).status).toBe("open");
  });

  test("of a finger approves one", async () => {
    const first = await seek("read_first");
    const next = await seek("read_second");
    const page = await openAt(first, { width: 390, height: 844, isPhone: true });
    const button = page.getByRole("button", { name: "Approve", exact: true });
    await looked(page);
    const box = await button.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
    await page.locator("[data-decides][data-still]").first().waitFor();
    for (const _ of "two") await page.touchscreen.tap(x, y);
    await expect.poll(async () => (await show(first)).status).toBe("approved");
    expect((await show(next)).status).toBe("open");
  });

  test("sends one message", async () => {
    await stage.agent.tell({ text: "Hello from the agent." });
    const { page } = await stage.open({ path: "/conversations" });
    await page.getByRole("link", { name: /scout/ }).first().click();
    const box = page.getByRole("textbox", { name: "Message" });
    await box.fill("only once");
    await Promise.all([page.keyboard.press("Control+Enter"), page.keyboard.press("Control+Enter")]);
    await page.keyboard.press("Control+Enter");
    await expect.poll(mailed).toContain("only once");
    expect((await mailed()).filter((text) => text === "only once")).toHaveLength(1);
  });
});

describe("what is typed", () => {
  test("while a message is on its way stays in the field", async () => {
    await stage.agent.tell({ text: "Hello again." });
    const { page } = await stage.open({ path: "/conversations" });
    await page.getByRole("link", { name: /scout/ }).first().click();
    const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/v1/messages", async (route) => {
      await gone;
      await route.continue();
    });
    const box = page.getByRole("textbox", { name: "Message" });
    await box.fill("first");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.type(" and second");
    letGo();
    await expect.poll(mailed).toContain("first");
    await expect.poll(() => box.inputValue()).toBe("and second");
  });

  test("while the answer is on its way is kept, and said to be unsent", async () => {
    const id = await ask("Which colour?");
    await ask("And then?");
    const page = await openAt(id);
    const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/answer", async (route) => {
      await gone;
      await route.continue();
    });
    await field(page).focus();
    await page.keyboard.type("blue");
    await sent(page);
    await page.keyboard.type(", or rather green");
    letGo();
    await page.getByText("What you typed since was not sent.").waitFor();
    expect(await answerOf(id)).toEqual({ text: "blue" });
    await outcome(page).getByText("blue, or rather green").waitFor();
  });

  test("and ticked while somebody else answers is kept, and can be sent as a message", async () => {
    const id = await ask("Which regions?", REGIONS);
    const page = await openAt(id);
    await page.getByText("north", { exact: true }).click();
    await page.getByText("east", { exact: true }).click();
    await page.getByRole("textbox").last().fill("but not on Friday");
    await stage.operator.answer({ id, answer: { choices: ["south"] } }, { via: "console" });
    await outcome(page)
      .getByText(/Answered by operator/)
      .waitFor();
    await outcome(page)
      .getByText(/north, east\s+but not on Friday/)
      .waitFor();
    await page.getByRole("button", { name: "Send it as a message" }).click();
    await expect.poll(mailed).toContain("north, east\nbut not on Friday");
    expect(await answerOf(id)).toEqual({ choices: ["south"] });
  });

  test("into a form that somebody else fills in is kept by its names", async () => {
    const schema = {
      type: "object",
      required: ["region"],
      properties: {
        region: { type: "string", enum: ["north", "south"] },
        replicas: { type: "integer" },
      },
    } as const;
    const id = await ask("How is it to be set up?", { kind: "fields", schema });
    const page = await openAt(id);
    await page.getByLabel(/region/).selectOption({ label: "north" });
    await page.getByLabel(/replicas/).fill("3");
    await stage.operator.answer({ id, answer: { fields: { region: "south" } } });
    await outcome(page)
      .getByText(/region: north\s+replicas: 3/)
      .waitFor();
  });

  test("as other arguments of an action that closes is kept", async () => {
    const { id } = await stage.seek({ tool: "write_note" });
    made.push(id);
    const page = await openAt(id);
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: /path/ }).fill("/srv/other.txt");
    await stage.operator.cancel({ id });
    await outcome(page).getByText("path: /srv/other.txt").waitFor();
  });

  test("of an agent's proposal that nobody has touched is nobody's words", async () => {
    const schema = { type: "object", properties: { replicas: { type: "integer", default: 3 } } };
    const id = await ask("How many?", { kind: "fields", schema });
    const page = await openAt(id);
    await stage.operator.answer({ id, answer: { fields: { replicas: 1 } } });
    await outcome(page)
      .getByText(/Answered by operator/)
      .waitFor();
    expect(await page.getByText("You had written").count()).toBe(0);
  });

  test("and undone with Ctrl+Z is undone in the field alone", async () => {
    const first = await ask("Which colour?");
    const page = await openAt(first);
    await field(page).focus();
    await page.keyboard.type("blue");
    await sent(page);
    await expect.poll(() => answerOf(first)).toEqual({ text: "blue" });
    const next = await ask("Which day?");
    await goTo(next, page);
    await field(page).focus();
    await page.keyboard.type("Mon");
    for (const _ of "again") await page.keyboard.press("Control+z");
    expect(await answerOf(first)).toEqual({ text: "blue" });
    await page.reload();
    await page.keyboard.press("Control+z");
    expect(await answerOf(next)).toBe("open");
  });
});

describe("a paste", () => {
  const LINES = "yes\r\n1\na\n\nd\nlast line";

  async function withClipboard(id: RequestId): Promise<Page> {
    const { page, context, origin } = await stage.open();
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    await page.evaluate((text) => navigator.clipboard.writeText(text), LINES);
    return await goTo(id, page);
  }

  test("of many lines is one answer, and its lines are no keys", async () => {
    const id = await ask("What does it say?");
    const next = await ask("Ship it?", SHIP);
    const page = await withClipboard(id);
    await field(page).focus();
    await page.keyboard.press("Control+v");
    await expect.poll(() => field(page).inputValue()).toContain("last line");
    expect(await answerOf(id)).toBe("open");
    await sent(page);
    await expect.poll(() => answerOf(id)).toEqual({ text: LINES.replace("\r\n", "\n") });
    expect(await answerOf(next)).toBe("open");
  });

  test("beside every field decides nothing", async () => {
    const id = await ask("Ship it?", SHIP);
    const page = await withClipboard(id);
    await looked(page);
    await page.locator("body").click({ position: { x: 2, y: 2 } });
    await page.keyboard.press("Control+v");
    await page.keyboard.press("Shift+Insert");
    expect(await answerOf(id)).toBe("open");
  });
});

describe("the way back", () => {
  test("from a half answer and forth again finds the words", async () => {
    const first = await ask("Which colour?");
    const { page } = await stage.open({ path: "/settings" });
    await goTo(first, page);
    await field(page).fill("half a wo");
    await page.goBack();
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    await page.goForward();
    await expect.poll(() => field(page).inputValue()).toBe("half a wo");
  });

  test("behind an answer shows how it ended, and takes and repeats nothing", async () => {
    const first = await ask("Ship one?", SHIP);
    const next = await ask("Ship two?", SHIP);
    const { page } = await stage.open();
    await goTo(first, page);
    await looked(page);
    await page.keyboard.press("1");
    await expect.poll(() => answerOf(first)).toEqual({ choice: "ship" });
    await page.goto(`${new URL(page.url()).origin}/${next}`);
    await page.getByRole("region", { name: "Decide" }).waitFor();
    await page.goBack();
    await page.keyboard.press("2");
    await page.goto(`${new URL(page.url()).origin}/${first}`);
    await outcome(page).waitFor();
    expect(await answerOf(first)).toEqual({ choice: "ship" });
    expect(await answerOf(next)).toBe("open");
  });

  test("out of a dialog rejects nothing, and keeps the reason", async () => {
    const id = await seek("read_back");
    const { page } = await stage.open({ path: "/settings" });
    await goTo(id, page);
    await page.getByRole("button", { name: "Reject" }).click();
    await page.locator("dialog input:focus").waitFor();
    await page.keyboard.type("Rather not");
    await page.goBack();
    await page.goForward();
    await page.getByRole("region", { name: "Decide" }).waitFor();
    expect((await show(id)).status).toBe("open");
    if ((await page.getByRole("dialog").count()) === 0) {
      await page.getByRole("button", { name: "Reject" }).click();
    }
    await expect.poll(() => page.getByLabel("Reason").inputValue()).toBe("Rather not");
  });
});

describe("two at once", () => {
  test("who approve the same approve it once, and both see by whom", async () => {
    const id = await seek("read_both");
    const next = await seek("read_behind");
    const { page, context } = await stage.open();
    const other = await context.newPage();
    await Promise.all([goTo(id, page), goTo(id, other)]);
    await Promise.all([looked(page), looked(other)]);
    await Promise.all([page.keyboard.press("a"), other.keyboard.press("a")]);
    await expect.poll(async () => (await show(id)).status).toBe("approved");
    for (const tab of [page, other]) {
      await tab.goto(`${new URL(tab.url()).origin}/${id}`);
      await outcome(tab)
        .getByText(/Approved by ana/)
        .waitFor();
    }
    expect((await show(next)).status).toBe("open");
  });

  test("who write to the same question: one answers, and the other's words are theirs to send", async () => {
    const id = await ask("Who is faster?");
    const page = await openAt(id);
    await field(page).focus();
    await page.keyboard.type("me too");
    const other = await openAt(id, { key: stage.server.operator });
    await field(other).focus();
    await other.keyboard.type("me");
    await sent(other);
    await outcome(page)
      .getByText(/Answered by operator/)
      .waitFor();
    await outcome(page).getByText("me too").waitFor();
    await page.getByRole("button", { name: "Send it as a message" }).click();
    await expect.poll(mailed).toContain("me too");
    expect(await answerOf(id)).toEqual({ text: "me" });
  });

  test("tabs of one person: what was typed in each is not lost with the answer of the other", async () => {
    const id = await ask("In which tab?");
    const { page, context } = await stage.open({ path: `/${id}` });
    await page.getByRole("region", { name: "Decide" }).waitFor();
    await field(page).focus();
    await page.keyboard.type("words of the first tab");
    const other = await context.newPage();
    await goTo(id, other);
    await field(other).fill("words of the second");
    await sent(other);
    await expect.poll(() => answerOf(id)).toEqual({ text: "words of the second" });
    await outcome(page).getByText("words of the first tab").waitFor();
    await page.getByRole("button", { name: "Send it as a message" }).waitFor();
  });
});
