import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ConversationId } from "../../src/domain/id.ts";
import {
  type StoryDoor,
  tellDashboard,
  tellInFewWords,
  tellQuestions,
} from "../liaison/issue-story.ts";
import { screenshot } from "../support/browser.ts";
import { looked, useStage } from "./stage.ts";

const stage = useStage();
const SLOW = { timeout: 120_000 };

const words = (page: Page) => page.getByRole("region", { name: "Your words" });

/** A person who looks at the page of the conversation, and nowhere else. */
async function door(): Promise<StoryDoor & { readonly page: Page }> {
  const { page, origin } = await stage.open({ key: stage.server.operator });
  const { operator: owner, agent: worker } = stage;
  let id: ConversationId | undefined;

  async function begin(text: string): Promise<ConversationId> {
    await page.goto(`${origin}/liaison`);
    const field = page.getByLabel("What do you need?");
    await field.fill(text);
    await page.getByLabel("Who does it").selectOption("scout");
    await field.press("Control+Enter");
    await page.waitForURL(/\/liaison\/cnv_/);
    return new URL(page.url()).pathname.split("/").at(-1) as ConversationId;
  }

  return {
    page,
    owner,
    worker,
    async say(text) {
      if (id === undefined) {
        id = await begin(text);
        return id;
      }
      const conversation_id = id;
      const { exchanges } = await owner.showLiaison({ conversation_id });
      const field = words(page).getByRole("textbox", { name: /^(Answer|Message)$/ });
      await field.fill(text);
      if ((await words(page).getByRole("button", { name: "Send answer" }).count()) > 0) {
        await looked(page);
      }
      await field.press("Control+Enter");
      await expect
        .poll(async () => {
          const now = await owner.showLiaison({ conversation_id });
          return now.dueAt === undefined && now.exchanges.length > exchanges.length + 1;
        })
        .toBe(true);
      await page.getByText("Thinking…").waitFor({ state: "detached" });
      return conversation_id;
    },
    async pick(label) {
      await looked(page);
      await words(page).getByRole("button", { name: label, exact: true }).click();
    },
    reads: async () => await page.locator("main").innerText(),
    offers: async () => await words(page).getByRole("button").allInnerTexts(),
  };
}

test("the dashboard's story is told on the page, word for word", SLOW, async () => {
  const told = await door();
  await tellDashboard(told);
  await screenshot(told.page, "liaison-story");
});

test("in fewer words it begins on the page with the second message", SLOW, async () => {
  await tellInFewWords(await door());
});

test("questions go both ways on the page, and each is answered once", SLOW, async () => {
  const told = await door();
  await tellQuestions(told);
  await screenshot(told.page, "liaison-questions");
});
