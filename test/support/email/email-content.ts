import type { Content, Post } from "../../../src/ports/channels/channel.ts";
import { MEMBER } from "./email-world.ts";

export const PAGE = "https://earshot.example.com/r/1";

export function contentOf(text = "Shall I deploy?"): Content {
  return {
    blocks: [
      { kind: "title", text: "A question" },
      { kind: "said", by: "deployer", text },
      { kind: "link", label: "Open the page", url: PAGE },
    ],
    controls: [{ kind: "reply", hint: "Reply to this message to answer." }],
  };
}

export function postOf(key: string, options: Partial<Post> = {}): Post {
  const address = { channel: "email" as const, chatId: MEMBER };
  return { key, address, content: contentOf(), ...options };
}
