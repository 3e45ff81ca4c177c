import type { Delivery } from "../../../../src/domain/hub/delivery.ts";
import type { ShownPost } from "../../../../src/testing/channel-contract/channel-world.ts";
import { checkEffects } from "./check-effects.ts";
import { type HubLedger, isAlike } from "./hub-ledger.ts";
import type { HubTables } from "./hub-tables.ts";
import type { Side } from "./side.ts";
import type { TelegramSide } from "./telegram-side.ts";

export interface HubCheck {
  readonly ledger: HubLedger;
  readonly tables: HubTables;
  readonly sides: readonly Side[];
  readonly telegram: TelegramSide;
}

/** Compares what the platforms show with what they must show. */
export interface Standing {
  readonly posts: number;
  /** The posts that a platform shows more than once. */
  readonly duplicates: number;
  /** Copies that no server knows of, so nobody can change them: they keep their buttons. */
  readonly orphans: number;
}

const MAY_BE_TWICE = "This may stand here twice";

/** Everything is settled: what was accepted is on its platform, and what people did took effect. */
export async function checkHub(check: HubCheck): Promise<Standing> {
  const { ledger, tables, sides } = check;
  const total = { posts: 0, duplicates: 0, orphans: 0 };
  for (const side of sides) {
    for (const chatId of side.chats) {
      const posts = await side.posts(chatId, true);
      const copies = Map.groupBy(posts, ({ text }) => ledger.itemIn(text)?.id);
      const here = tables.deliveries.filter(
        ({ address, which }) =>
          address.channel === side.kind && address.chatId === chatId && which === undefined,
      );
      for (const delivery of here) {
        const found = copies.get(delivery.item as `req_${string}` | `msg_${string}`) ?? [];
        total.orphans += checkCopies(check, { delivery, copies: found });
        total.posts += found.length;
        total.duplicates += Math.max(found.length - 1, 0);
      }
      checkOrder(ledger, { where: `${side.kind} ${chatId}`, posts });
    }
  }
  checkSends(check);
  for (const item of ledger.items) checkEffects(item, check);
  return total;
}

interface Copies {
  readonly delivery: Delivery;
  /** In the order in which they appeared. */
  readonly copies: readonly ShownPost[];
}

/** Returns how many copies nobody can change any more. */
function checkCopies({ ledger, tables }: HubCheck, { delivery, copies }: Copies): number {
  const { id, status, address, item } = delivery;
  const isClosed = tables.requests.get(item)?.status !== "open";
  const isBrought = status === "sent" || status === "seen";
  // The server knows the number of the last one only.
  const known = isBrought ? copies.at(-1) : undefined;
  const unknown = isBrought ? copies.slice(0, -1) : copies;
  const faults = [
    ...faultsOfStatus(delivery, { isClosed, isBrought }),
    ...(isBrought && known === undefined ? ["stands nowhere"] : []),
    ...(unknown.length > 0 ? faultsOfUnknown(delivery, unknown.length) : []),
    ...(copies.slice(1).every(isMarked) ? [] : ["stands twice without a word"]),
    ...(isClosed && (known?.controls.length ?? 0) > 0 ? ["is closed and has buttons"] : []),
  ];
  for (const fault of faults) ledger.violate(`${id} to ${address.channel} (${status}) ${fault}`);
  return unknown.length;
}

function isMarked({ text }: ShownPost): boolean {
  return text.includes(MAY_BE_TWICE);
}

function faultsOfStatus(
  { status, job }: Delivery,
  { isClosed, isBrought }: { readonly isClosed: boolean; readonly isBrought: boolean },
): readonly string[] {
  const isDropped = status === "dropped";
  return [
    ...(isBrought || isDropped ? [] : ["was not brought"]),
    ...(isDropped && !isClosed ? ["is asked still"] : []),
    ...(job === undefined ? [] : [`has the job ${job} still`]),
  ];
}

/** Copies whose number no server received; a platform may or may not offer a way to find them. */
function faultsOfUnknown({ address, status }: Delivery, count: number): readonly string[] {
  if (address.channel === "slack") return ["could have been found"];
  // A webhook receiver knows by the key what it already has, so it shows that once.
  const isTwice = address.channel === "webhook" && (status !== "dropped" || count > 1);
  return isTwice ? ["stands there twice"] : [];
}

interface Chat {
  readonly where: string;
  readonly posts: readonly ShownPost[];
}

/** An item that was accepted before the next was sent also comes first on the platform. */
function checkOrder(ledger: HubLedger, { where, posts }: Chat): void {
  const seen = new Set<string>();
  let latest = 0;
  for (const { text } of posts) {
    const item = ledger.itemIn(text);
    if (item === undefined || isAlike(item) || seen.has(item.label)) continue;
    seen.add(item.label);
    if (latest > (item.acceptedAt ?? Number.POSITIVE_INFINITY)) {
      ledger.violate(`${item.label} stands in ${where} behind what was sent after it`);
    }
    latest = Math.max(latest, item.begunAt);
  }
}

/** The next server repeats a post only if the last one was killed. */
function checkSends({ ledger, telegram }: HubCheck): void {
  const known = new Set<string>();
  for (const { life, chatId, text } of telegram.sends()) {
    const label = ledger.itemIn(text)?.label;
    if (label === undefined) continue;
    const name = `${label} to ${chatId}`;
    if (known.has(`${life} ${name}`)) ledger.violate(`one server sent ${name} twice`);
    known.add(`${life} ${name}`);
  }
}
