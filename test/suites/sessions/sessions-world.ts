import type { SessionId } from "../../../src/domain/id.ts";
import type {
  Session,
  SessionCall,
  SessionEntryBody,
} from "../../../src/domain/sessions/session.ts";
import type { ClaimedSession, HeldSession } from "../../../src/ports/earshot/sessions.ts";
import type { Part, WorldUnderTest } from "../earshot/world.ts";

/** What the facts of sessions do repeatedly, as people and as the host of `scout`. */
export interface SessionsUnderTest {
  as(part: Part): ReturnType<WorldUnderTest["world"]["as"]>;
  /** Queues a session; all sessions of one thread share a lane. */
  start(text: string, thread?: string): Promise<Session>;
  /** Claims the next one; throws if there is none. */
  claim(host?: string): Promise<ClaimedSession>;
  claimNone(): Promise<boolean>;
  /** The statuses of a chain, from its first session on. */
  statuses(id: SessionId): Promise<readonly string[]>;
}

export const WHICH: SessionCall = {
  id: "call-1",
  name: "ask_operator",
  args: { question: "Which colour?" },
};
export const PAYS: SessionCall = { id: "call-2", name: "pay", args: { amount: 10 } };

export function replyWith(...calls: readonly SessionCall[]): SessionEntryBody {
  return { kind: "reply", text: "", calls };
}

export function heldOf({ session }: Pick<ClaimedSession, "session">): HeldSession {
  return { id: session.id, epoch: session.epoch };
}

export function sessionsOf(under: WorldUnderTest): SessionsUnderTest {
  const as = (part: Part) => under.world.as(part);
  return {
    as,
    async start(text, thread) {
      const place =
        thread === undefined
          ? {}
          : {
              place: {
                channel: "inbox" as const,
                chatId: `chat-${under.world.home}`,
                threadId: thread,
              },
            };
      return await as("owner").startSession({ agent: "scout", text, ...place });
    },
    async claim(host = "host-1") {
      const { claimed } = await as("scout").claimSession({ host });
      if (claimed === undefined) throw new Error("There is no session to take up.");
      return claimed;
    },
    async claimNone() {
      return (await as("scout").claimSession({ host: "host-2" })).claimed === undefined;
    },
    async statuses(id) {
      const { chain } = await as("viewer").showSession({ id });
      return chain.map(({ status }) => status);
    },
  };
}

/** Claims the next session, has its model call `ask_operator`, and asks. */
export async function askIn(given: SessionsUnderTest, text = "Which colour?") {
  const claimed = await given.claim();
  const held = heldOf(claimed);
  const { session } = claimed;
  await given
    .as("scout")
    .recordEntries({ ...held, after: session.entries, entries: [replyWith(WHICH)] });
  return await given.as("scout").askInSession({ ...held, call: WHICH.id, question: { text } });
}
