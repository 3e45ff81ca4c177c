import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { looked, useStage } from "./stage.ts";

/* Words that somebody types, and keys that come too soon, decide nothing. */

const stage = useStage();
const WORDS = "ask dad, d a z a 1 a";
const made: RequestId[] = [];

afterEach(async () => {
  for (const id of made.splice(0)) await stage.operator.cancel({ id }).catch(() => {});
});

/** A question with words for an answer, and behind it an action that one key would approve. */
async function typingBefore(): Promise<{ page: Page; question: RequestId; action: RequestId }> {
  const { id: question } = await stage.ask({ text: "Who knows the task best?" });
  const { id: action } = await stage.seek({ tool: "read_secrets" });
  made.push(question, action);
  const { page } = await stage.open({ path: `/${question}` });
  await page.getByRole("region", { name: "Decide" }).waitFor();
  await page.keyboard.press("r");
  await page.locator("textarea:focus").waitFor();
  return { page, question, action };
}

const statusOf = async (id: RequestId) => (await stage.ana.show({ id })).request.status;

const closed = (page: Page) => page.getByRole("region", { name: "Outcome" }).waitFor();

async function isUntouched(page: Page, question: RequestId, action: RequestId): Promise<void> {
  expect(new URL(page.url()).pathname).toContain(question);
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await statusOf(action)).toBe("open");
}

describe("a request that closes under the hands of who writes", () => {
  test("before the first key leaves the keys alone", async () => {
    const { page, question, action } = await typingBefore();
    await stage.agent.cancel({ id: question });
    await closed(page);
    await page.keyboard.type(WORDS, { delay: 20 });
    await isUntouched(page, question, action);
  });

  test("between two keys leaves them alone, and keeps the words to be sent as a message", async () => {
    const { page, question, action } = await typingBefore();
    await page.keyboard.type("Ask Jana, ");
    await stage.agent.cancel({ id: question });
    await closed(page);
    await page.keyboard.type(WORDS, { delay: 20 });
    await isUntouched(page, question, action);
    await page.getByText("Keys rest until you pause").first().waitFor();
    await page.getByRole("button", { name: "Send it as a message" }).click();
    await expect
      .poll(async () =>
        (await stage.agent.mailbox({})).items.map((item) => ("text" in item ? item.text : "")),
      )
      .toContain("Ask Jana, ");
  });

  test("after a second press into the field, or a key that did not leave it, leaves the keys alone", async () => {
    const { page, question, action } = await typingBefore();
    await page.keyboard.type("Ask Jana");
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Answer" }).click();
    await page.getByRole("textbox", { name: "Answer" }).click();
    await stage.agent.cancel({ id: question });
    await closed(page);
    await page.keyboard.type(WORDS, { delay: 20 });
    await isUntouched(page, question, action);
  });

  test("between a key and its paint leaves the next ones alone", async () => {
    const { page, question, action } = await typingBefore();
    await Promise.all([
      page.keyboard.type(WORDS.repeat(4), { delay: 10 }),
      stage.agent.cancel({ id: question }),
    ]);
    await closed(page);
    await isUntouched(page, question, action);
  });

  test("in a dialog closes it, and the rest of the reason decides nothing", async () => {
    const { id: first } = await stage.seek({ tool: "read_first" });
    const { id: next } = await stage.seek({ tool: "read_next" });
    made.push(first, next);
    const { page } = await stage.open({ path: `/${first}` });
    await page.getByRole("button", { name: "Reject" }).click();
    await page.locator("dialog input:focus").waitFor();
    await page.keyboard.type("Rather ");
    await stage.agent.cancel({ id: first });
    await closed(page);
    await page.keyboard.type(`${WORDS} `, { delay: 20 });
    await page.keyboard.press("Enter");
    await isUntouched(page, first, next);
    await page.getByText("Rather", { exact: false }).first().waitFor();
  });

  test("while the decision is on its way says so, and further keys decide nothing else", async () => {
    const { id: first } = await stage.seek({ tool: "read_first" });
    const { id: next } = await stage.seek({ tool: "read_next" });
    made.push(first, next);
    const { page } = await stage.open({ path: `/${first}` });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/approve", async (route) => {
      await promise;
      await route.continue();
    });
    await looked(page);
    await page.keyboard.press("a");
    await stage.agent.cancel({ id: first });
    await page.keyboard.type("aaa", { delay: 30 });
    resolve();
    await closed(page);
    await page.keyboard.type("aaa", { delay: 30 });
    expect(await statusOf(next)).toBe("open");
  });

  test("gives the keys back after a pause, with Tab or a pointer", async () => {
    const { page, question } = await typingBefore();
    await stage.agent.cancel({ id: question });
    await closed(page);
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.waitForTimeout(1_600);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  });
});

describe("a key that decides", () => {
  test("does nothing about what came by itself, until its person has opened it and looked", async () => {
    const { page } = await stage.open({ path: "/?q=tool:read_alone" });
    await page.getByText("Nothing", { exact: false }).first().waitFor();
    const { id } = await stage.seek({ tool: "read_alone" });
    made.push(id);
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await page.keyboard.press("a");
    await page.getByText("It came by itself").first().waitFor();
    await page.keyboard.press("a");
    expect(await statusOf(id)).toBe("open");
    await looked(page);
    await page.keyboard.press("a");
    await expect.poll(() => statusOf(id)).toBe("approved");
  });

  test("does nothing in the second in which it was opened or has changed", async () => {
    const { id } = await stage.seek({ tool: "read_soon" });
    made.push(id);
    const { page } = await stage.open({ path: `/${id}` });
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await page.keyboard.press("a");
    await page.getByText("only just appeared or changed").first().waitFor();
    expect(await statusOf(id)).toBe("open");
  });

  test("twice at once does not approve a long action whose end was not on the screen", async () => {
    const args = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`field_${n}`, `value ${n}`]),
    );
    const { id } = await stage.seek({ tool: "write_many", args });
    made.push(id);
    const { page } = await stage.open({ path: `/${id}` });
    await looked(page);
    for (const key of "aaaa") await page.keyboard.press(key);
    await page.waitForTimeout(300);
    expect(await statusOf(id)).toBe("open");
    // To its end, armed, and only then approved: each once it was looked at.
    for (let press = 0; press < 3 && (await statusOf(id)) === "open"; press++) {
      await looked(page);
      await page.keyboard.press("a");
      await page.waitForTimeout(300);
    }
    expect(await statusOf(id)).toBe("approved");
  });
});

test("a click on a button that has just slipped under the pointer does nothing", async () => {
  const { id } = await stage.seek({ tool: "read_moved" });
  made.push(id);
  const { page } = await stage.open({ path: `/${id}` });
  const button = page.getByRole("button", { name: "Approve", exact: true });
  await page.locator("[data-decides][data-still]").first().waitFor();
  const box = await button.boundingBox();
  const { x, y } = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 - 40 };
  await page.mouse.move(x, y);
  const shift = (by: string) =>
    page.evaluate((to) => {
      const bar = document.querySelector<HTMLElement>("section.decide");
      if (bar !== null) bar.style.insetBlockEnd = to;
    }, by);
  await shift("40px");
  await page.mouse.click(x, y);
  await page.getByText("only just appeared there").first().waitFor();
  expect(await statusOf(id)).toBe("open");
  await shift("0px");
  await expect
    .poll(async () => {
      if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => {});
      return await statusOf(id);
    })
    .toBe("approved");
});
