import { afterAll, beforeAll, test } from "vitest";
import { createClient } from "../../src/client/index.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import {
  type StoryDoor,
  tellDashboard,
  tellInFewWords,
  tellQuestions,
} from "../liaison/issue-story.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";

let server: HomeServer;

beforeAll(async () => {
  server = await startHomeServer();
});
afterAll(() => server.close());

/** A program that calls for the person: it reads replies, and words are all that it offers. */
function door(): StoryDoor {
  const { url } = server;
  const owner = createClient({ url, key: server.operator });
  const worker = createClient({ url, key: server.agent });
  let id: ConversationId | undefined;
  async function say(words: string): Promise<ConversationId> {
    const reply =
      id === undefined
        ? await owner.begin_conversation({ initial_message: words })
        : await owner.continue_conversation({ conversation_id: id, message: words });
    id = reply.conversation_id;
    return id;
  }
  return {
    owner,
    worker,
    say,
    async pick(label) {
      await say(label);
    },
    async reads() {
      if (id === undefined) return "";
      const { exchanges } = await owner.showLiaison({ conversation_id: id });
      return exchanges.map(({ content }) => content).join("\n");
    },
    offers: async () => undefined,
  };
}

test("the dashboard's story is told over HTTP, word for word", () => tellDashboard(door()));

test("in fewer words it begins over HTTP with the second message", () => tellInFewWords(door()));

test("questions go both ways over HTTP, and each is answered once", () => tellQuestions(door()));
