import { expect, test } from "vitest";
import { wordsIn } from "../messages/messages.ts";
import { messageContent } from "./content-message.ts";

const words = wordsIn("en");

test("a message is the agent's words and nothing else", () => {
  expect(messageContent({ words, agentName: "scout", text: "Done\u202e." })).toEqual({
    subject: "Done\\u{202e}. (scout)",
    opens: "said",
    blocks: [{ kind: "said", by: "scout", text: "Done\\u{202e}." }],
    controls: [],
  });
});

test("a part says which it is, a whole does not", () => {
  const shown = (of: number) =>
    messageContent({ words, agentName: "scout", text: "x", part: { index: 1, of } });
  expect(shown(3).blocks.at(-1)).toEqual({ kind: "note", text: "Part 1 of 3" });
  expect(shown(1).blocks).toHaveLength(1);
});

test("a message that may stand there twice says so first", () => {
  expect(
    messageContent({ words, agentName: "scout", text: "x", isResent: true }).blocks,
  ).toMatchObject([{ kind: "note" }, { kind: "said" }]);
});
