import type { EarshotClient } from "../../../../src/client/index.ts";
import type { Random } from "../../../../src/testing/simulator/random.ts";
import type { HubLedger, Item, ItemKind, Target } from "./hub-ledger.ts";
import { isAlike, isSettled } from "./hub-ledger.ts";
import { OPERATORS } from "./operators.ts";
import type { Side } from "./side.ts";

export interface AgentTrafficOptions {
  readonly agent: EarshotClient;
  readonly sides: readonly Side[];
  readonly ledger: HubLedger;
  readonly random: Random;
  /** Each as often as it is named. */
  readonly kinds?: readonly ItemKind[] | undefined;
}

/** What an agent sends, each item with a key until it is accepted. */
export interface AgentTraffic {
  /** Sends this many more items, or fewer if too many are under way. */
  send(count: number): void;
  /** How many are not accepted. */
  waiting(): number;
}

/** People could not keep up with more, since platforms accept one message a second. */
const MAX_UNSETTLED = 8;
const KINDS: readonly ItemKind[] = ["message", "choice", "choice", "words"];
const OPTIONS = ["yes", "no", "later"] as const;

/** A text that differs from all others by more than its digits. */
function inLetters(label: string): string {
  return label
    .replaceAll(/\D/g, "")
    .replaceAll(/\d/g, (digit) => `${"bcdfghjklm"[Number(digit)]}a`);
}

export function createAgentTraffic(options: AgentTrafficOptions): AgentTraffic {
  const { agent, sides, ledger, random, kinds = KINDS } = options;
  let waiting = 0;

  async function deliver(item: Item): Promise<void> {
    const call = { idempotencyKey: item.key };
    const { label: text, target } = item;
    if (target !== "all" && target.chat !== undefined) {
      const side = sides[target.side] as Side;
      const chatId = side.chats[target.chat] ?? side.chats[0];
      const input = { channel: side.kind, chatId, text: `For your information: ${text}` };
      ledger.accept(item, (await agent.send(input, call)).message);
      return;
    }
    const to = target === "all" ? [] : [OPERATORS[(sides[target.side] as Side).kind]];
    const form = { kind: "choice", options: OPTIONS.map((label) => ({ label })) } as const;
    const what = isAlike(item) ? text : `${text} of ${inLetters(text)}`;
    const input = { text: `What about ${what}?`, to, ...(item.kind === "choice" && { form }) };
    const { request } = await agent.ask({ ...input, holdMs: 0 }, call);
    ledger.accept(item, request.id);
  }

  function sendOne(): void {
    const kind = random.pick(kinds);
    const item = ledger.begin(kind, targetOf(kind));
    waiting += 1;
    deliver(item)
      .catch((error) => ledger.violate(`${item.label} was refused: ${error}`))
      .finally(() => {
        waiting -= 1;
      });
  }

  function targetOf(kind: ItemKind): Target {
    const side = random.int(0, sides.length - 1);
    const { chats } = sides[side] as Side;
    if (kind === "message") return { side, chat: random.int(0, chats.length - 1) };
    return random.chance(0.3) ? "all" : { side };
  }

  return {
    send(count) {
      for (let sent = 0; sent < count; sent++) {
        if (ledger.items.filter((item) => !isSettled(item)).length >= MAX_UNSETTLED) return;
        sendOne();
      }
    },
    waiting: () => waiting,
  };
}
