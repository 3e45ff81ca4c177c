import { expect, test } from "vitest";
import type { ConversationId } from "../../src/domain/id.ts";
import type { Liaison } from "../../src/domain/liaison/liaison.ts";
import {
  type StoryDoor,
  tellDashboard,
  tellInFewWords,
  tellQuestions,
} from "../liaison/issue-story.ts";
import { testServer } from "../support/cli.ts";
import { ENTER } from "../support/pty.ts";
import { earshotAtPty, type PtyHere } from "../support/pty-here.ts";

/** What can be picked stands on a line of its own, numbered. */
const OPTION = /\d+\) (.+?)(?= {3}\d+\) |$)/gm;

async function door(): Promise<StoryDoor> {
  const server = await testServer();
  const { operator: owner, agent: worker } = server;
  let pty: PtyHere | undefined;
  const screen = () => pty?.screen() ?? [];

  /** Types it once the prompt stands empty below what was said last. */
  async function type(text: string): Promise<void> {
    await expect.poll(() => screen().at(-1)).toMatch(/^\[YOU\]:$/);
    pty?.type(`${text}${ENTER}`);
  }

  async function newest(): Promise<Liaison> {
    const [liaison] = (await owner.listLiaisons({ limit: 1 })).items;
    if (liaison === undefined) throw new Error("There is no conversation.");
    return liaison;
  }

  async function say(words: string): Promise<ConversationId> {
    if (pty === undefined) {
      pty = await earshotAtPty(["liaise", words, "--data", server.data], { columns: 100 });
      await pty.see("[LIAISON]: ");
      return (await newest()).id;
    }
    const { exchanges } = await newest();
    await type(words);
    await expect
      .poll(async () => {
        const now = await newest();
        return now.dueAt === undefined && now.exchanges.length > exchanges.length + 1;
      })
      .toBe(true);
    return (await newest()).id;
  }
  return {
    owner,
    worker,
    say,
    /** By its number, as people at a terminal do. */
    async pick(label) {
      const at = (await offers()).indexOf(label) + 1;
      await type(String(at));
    },
    reads: async () => screen().join("\n"),
    offers,
  };

  async function offers(): Promise<readonly string[]> {
    const line = screen().findLast((one) => /^ {2}1\) /.test(one)) ?? "";
    return [...line.matchAll(OPTION)].map(([, label = ""]) => label);
  }
}

test("the dashboard's story is told at the terminal, word for word", async () => {
  await tellDashboard(await door());
});

test("in fewer words it begins at the terminal with the second message", async () => {
  await tellInFewWords(await door());
});

test("questions go both ways at the terminal, and each is answered once", async () => {
  await tellQuestions(await door());
});
