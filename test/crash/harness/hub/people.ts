import { setTimeout as pause } from "node:timers/promises";
import type { ShownPost } from "../../../../src/testing/channel-contract/channel-world.ts";
import type { Random } from "../../../../src/testing/simulator/random.ts";
import { type HubLedger, type Item, isAlike, WHICH } from "./hub-ledger.ts";
import { OPERATORS } from "./operators.ts";
import type { Side } from "./side.ts";

export interface PeopleOptions {
  readonly sides: readonly Side[];
  readonly ledger: HubLedger;
  readonly random: Random;
}

/** People who read their chats and act on what they see there. */
export interface People {
  /** How many of their acts are not acknowledged yet. */
  busy(): number;
  stop(): Promise<void>;
}

/** And neither asks for words, nor takes back what is held. */
const isAnswer = (label: string) => !label.endsWith("…") && label !== "Undo";

const LOOK_MS = 40;
/** How often what is like others is left for another look. */
const LEFT_LYING = 0.98;

export function createPeople({ sides, ledger, random }: PeopleOptions): People {
  /** What is done with, or under way. */
  const handled = new Set<string>();
  const gone = new AbortController();
  let busy = 0;
  let said = 0;

  async function look(side: Side): Promise<void> {
    for (const chatId of side.chats) {
      for (const post of await side.posts(chatId)) await meet(side, chatId, post);
    }
  }

  async function meet(side: Side, chatId: string, post: ShownPost): Promise<void> {
    if (post.text.includes(WHICH)) return await choose(side, chatId, post);
    const item = ledger.itemIn(post.text);
    if (item === undefined) return;
    item.isSeen = true;
    consider(side, { chatId, post, item });
  }

  /** Says which question the words were for: a post that a kill kept from the record is not known. */
  async function choose(side: Side, chatId: string, post: ShownPost): Promise<void> {
    const [, label = ""] = /words \d+ about (item-\d+)/.exec(post.text) ?? [];
    const own = post.controls.findIndex((control) => control.label.includes(`${label}-end`));
    const index = own === -1 ? post.controls.length - 1 : own;
    if (index >= 0) await side.press(chatId, post, index);
  }

  /** There is nothing to press, or the next of its kind should come and wait for it. */
  function isLeft({ item, post }: Sight): boolean {
    if (item.kind === "choice" && post.controls.length === 0) return true;
    return isAlike(item) && random.chance(LEFT_LYING);
  }

  function consider(side: Side, sight: Sight): void {
    const { item, post, chatId } = sight;
    const isButton = item.kind === "choice";
    if (isLeft(sight)) return;
    // A person who sees it twice may act on both.
    const name = `${side.kind} ${chatId} ${post.id}`;
    if (handled.has(name)) return;
    handled.add(name);
    if (item.kind === "message" && random.chance(0.5)) return;
    busy += 1;
    const done = isButton ? press(side, sight) : say(side, sight);
    done
      // The button may be gone by now, or nobody heard the press: then they look again.
      .then((isHeard) => void (isHeard || handled.delete(name)))
      .catch((error) => {
        if (!gone.signal.aborted) ledger.violate(`${name}: ${error}`);
      })
      .finally(() => {
        busy -= 1;
      });
  }

  async function press(side: Side, { item, post, chatId }: Sight): Promise<boolean> {
    const answers = post.controls.flatMap(({ label }, at) => (isAnswer(label) ? [at] : []));
    const index = answers[random.int(0, answers.length - 1)];
    if (index === undefined) return false;
    const text = post.controls[index]?.label ?? "";
    const deed = ledger.attempt(item, { operator: OPERATORS[side.kind], text });
    if (await side.press(chatId, post, index)) ledger.acknowledge(deed);
    return deed.isAcknowledged;
  }

  async function say(side: Side, { item, post, chatId }: Sight): Promise<boolean> {
    said += 1;
    const text = `words ${said} about ${item.label.replace("-end", "")}`;
    const deed = ledger.attempt(item, { operator: OPERATORS[side.kind], text });
    await side.say(chatId, text, post);
    ledger.acknowledge(deed);
    return true;
  }

  async function live(side: Side): Promise<void> {
    while (!gone.signal.aborted) {
      await look(side).catch((error) => {
        if (!gone.signal.aborted) ledger.violate(`nobody can read ${side.kind}: ${error}`);
      });
      await pause(LOOK_MS);
    }
  }

  const lives = sides.map(live);
  return {
    busy: () => busy,
    async stop() {
      gone.abort();
      await Promise.all(lives);
    },
  };
}

interface Sight {
  readonly chatId: string;
  readonly post: ShownPost;
  readonly item: Item;
}
