import type { MessageId, RequestId } from "../../../../src/domain/id.ts";
import type { Violation } from "../ledger.ts";

/** `all` asks everybody, on every platform; else it is for one platform's operator, or one chat. */
export type Target = "all" | { readonly side: number; readonly chat?: number };

/** What a person did about an item, or tried to. */
export interface Deed {
  readonly operator: string;
  /** The option that was pressed, or what was said. */
  readonly text: string;
  isAcknowledged: boolean;
}

export type ItemKind = "message" | "choice" | "words";

/** A message or question of the agent, repeated with its key until it is accepted. */
export interface Item {
  readonly kind: ItemKind;
  readonly target: Target;
  /** Unique in a run; every post of the item shows it. */
  readonly label: string;
  readonly key: string;
  /** When it was first sent and when it was accepted, on one clock that only counts. */
  readonly begunAt: number;
  acceptedAt?: number;
  id?: RequestId | MessageId;
  isSeen: boolean;
  readonly deeds: Deed[];
}

/**
 * Everything that was asked of the servers and delivered to them by platforms, kept outside of
 * them.
 */
export interface HubLedger {
  begin(kind: ItemKind, target: Target): Item;
  accept(item: Item, id: RequestId | MessageId): void;
  /** The item whose label a post shows. */
  itemIn(text: string): Item | undefined;
  attempt(item: Item, deed: Omit<Deed, "isAcknowledged">): Deed;
  violate(what: string): void;
  /** Resolves when the next item is accepted, or the next act of a person acknowledged. */
  nextProgress(): Promise<void>;
  acknowledge(deed: Deed): void;
  cycle: number;
  readonly items: readonly Item[];
  readonly violations: readonly Violation[];
}

const LABEL = /item-\d+-end/;
/** Asks a person which question their words answer. */
export const WHICH = "Which question does this answer?";
/**
 * Beside it, what tells a person which question their words answered. They name a question but are
 * no post of it.
 */
const ABOUT_WORDS = [WHICH, "Your words answer the question of", "These words were said to"];

export function createHubLedger(): HubLedger {
  const items = new Map<string, Item>();
  const violations: Violation[] = [];
  const known = new Set<string>();
  let clock = 0;
  let progress = Promise.withResolvers<void>();

  function tellProgress(): void {
    progress.resolve();
    progress = Promise.withResolvers();
  }

  const ledger: HubLedger = {
    cycle: 0,
    begin(kind, target) {
      clock += 1;
      const label = `item-${items.size + 1}-end`;
      const item: Item = {
        kind,
        target,
        label,
        key: `key-${label}`,
        begunAt: clock,
        isSeen: false,
        deeds: [],
      };
      items.set(label, item);
      return item;
    },
    accept(item, id) {
      clock += 1;
      item.acceptedAt = clock;
      item.id = id;
      tellProgress();
    },
    itemIn(text) {
      const isPost = !ABOUT_WORDS.some((words) => text.includes(words));
      const [label] = isPost ? (LABEL.exec(text) ?? []) : [];
      return label === undefined ? undefined : items.get(label);
    },
    attempt(item, given) {
      const deed: Deed = { ...given, isAcknowledged: false };
      item.deeds.push(deed);
      return deed;
    },
    acknowledge(deed) {
      deed.isAcknowledged = true;
      tellProgress();
    },
    nextProgress: () => progress.promise,
    violate(what) {
      if (known.has(what)) return;
      known.add(what);
      violations.push({ cycle: ledger.cycle, what });
    },
    get items() {
      return [...items.values()];
    },
    violations,
  };
  return ledger;
}

/** Whether people have seen it and, if it is a question, acted on it. */
export function isSettled({ kind, isSeen, acceptedAt, deeds }: Item): boolean {
  if (acceptedAt === undefined || !isSeen) return false;
  return kind === "message" || deeds.length > 0;
}

/** Every other question is like the others of its kind, and stands there when they are closed. */
export function isAlike({ kind, label }: Pick<Item, "kind" | "label">): boolean {
  return kind !== "message" && Number(label.replaceAll(/\D/g, "")) % 2 === 0;
}
