import type { Link } from "../../domain/hub/link.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { EventType } from "../../domain/log/event.ts";
import type { PersonPrincipal, Principal } from "../../domain/people/principal.ts";
import type { CommitListener, KeyOwner, Store, Write } from "../../ports/store/store.ts";
import type { Following } from "../waking/follow-nodes.ts";

/** Beyond it all are forgotten and read again. */
const KEPT = 10_000;

/** What changes the keys of a workspace. */
const OF_KEYS: readonly Write["type"][] = ["key.insert", "key.revoke", "key.end", "agent.halt"];
/** What changes who has a passkey. */
const OF_PASSKEYS: readonly Write["type"][] = ["passkey.insert", "passkey.remove"];
/** What changes where they are reached. */
const OF_LINKS: readonly Write["type"][] = ["link.insert", "link.remove"];

/* The same as events, by which other nodes tell. */
const EVENTS_OF_HALTS: ReadonlySet<EventType> = new Set<EventType>([
  "agent.halted",
  "agent.resumed",
]);
const EVENTS_OF_KEYS: ReadonlySet<EventType> = new Set<EventType>([
  ...EVENTS_OF_HALTS,
  "key.created",
  "key.revoked",
  "operator.removed",
  "web_session.started",
  "web_session.ended",
  "web_session.revoked",
]);
const EVENTS_OF_PASSKEYS: ReadonlySet<EventType> = new Set<EventType>([
  "passkey.added",
  "passkey.removed",
  "operator.removed",
]);
const EVENTS_OF_LINKS: ReadonlySet<EventType> = new Set<EventType>([
  "channel.linked",
  "channel.unlinked",
]);

/**
 * Principals, keys, passkeys and links, kept ready since every decision, redemption or delivery asks for them. A redemption
 * looks at the keys behind its approval once more in the commit itself, so that nothing runs on what
 * is kept here.
 */
export interface People {
  keys(workspace: WorkspaceId): Promise<readonly KeyOwner[]>;
  /** Who has a passkey, and so can sign in whenever they like. */
  withPasskey(workspace: WorkspaceId): Promise<readonly PersonPrincipal[]>;
  find(workspace: WorkspaceId, id: PrincipalId): Promise<Principal | undefined>;
  /** Where each channel may bring something, as `addressName` says it. */
  addresses(workspace: WorkspaceId): Promise<ReadonlySet<string>>;
  /** Forgets the keys or passkeys of a workspace in which one came or went, and agents halted or resumed. */
  readonly committed: CommitListener;
}

export function createPeople(
  store: Pick<Store, "listKeys" | "listPasskeys" | "listLinks" | "findPrincipal">,
  following: Pick<Following, "isSure" | "onEvent" | "onDoubt">,
): People {
  const keys = new Map<WorkspaceId, Promise<readonly KeyOwner[]>>();
  const holders = new Map<WorkspaceId, Promise<readonly PersonPrincipal[]>>();
  const addresses = new Map<WorkspaceId, Promise<ReadonlySet<string>>>();
  const principals = new Map<string, Principal>();
  let halts = 0;
  const { isSure } = following;

  function forgetPrincipals(): void {
    halts += 1;
    principals.clear();
  }

  following.onEvent(({ type, workspace }) => {
    if (EVENTS_OF_KEYS.has(type)) keys.delete(workspace);
    if (EVENTS_OF_PASSKEYS.has(type)) holders.delete(workspace);
    if (EVENTS_OF_LINKS.has(type)) addresses.delete(workspace);
    if (EVENTS_OF_HALTS.has(type)) forgetPrincipals();
  });
  following.onDoubt(() => {
    keys.clear();
    holders.clear();
    addresses.clear();
    forgetPrincipals();
  });

  function kept<T>(
    known: Map<WorkspaceId, Promise<T>>,
    workspace: WorkspaceId,
    read: () => Promise<T>,
  ): Promise<T> {
    if (!isSure()) return read();
    const before = known.get(workspace);
    if (before !== undefined) return before;
    const reading = read();
    known.set(workspace, reading);
    // A store that was away for a moment must not be remembered as the answer.
    reading.catch(() => known.delete(workspace));
    return reading;
  }

  return {
    keys: (workspace) => kept(keys, workspace, () => store.listKeys(workspace)),
    withPasskey: (workspace) => kept(holders, workspace, () => holdersOf(store, workspace)),
    addresses: (workspace) => kept(addresses, workspace, () => addressesOf(store, workspace)),
    async find(workspace, id) {
      // Nothing of a principal changes but whether it is halted.
      const known = isSure() ? principals.get(`${workspace} ${id}`) : undefined;
      if (known !== undefined) return known;
      const seen = halts;
      const found = await store.findPrincipal(workspace, id);
      if (principals.size >= KEPT) principals.clear();
      // What was read before an agent was halted must not be remembered behind it.
      const isKept = found !== undefined && seen === halts && isSure();
      if (isKept) principals.set(`${workspace} ${id}`, found);
      return found;
    },
    committed(change, result) {
      if (result.outcome !== "committed") return;
      const { workspace, writes } = change;
      if (writes.some(({ type }) => OF_KEYS.includes(type))) keys.delete(workspace);
      if (writes.some(({ type }) => OF_PASSKEYS.includes(type))) holders.delete(workspace);
      if (writes.some(({ type }) => OF_LINKS.includes(type))) addresses.delete(workspace);
      if (change.writes.some(({ type }) => type === "agent.halt")) forgetPrincipals();
    },
  };
}

async function holdersOf(
  store: Pick<Store, "listPasskeys" | "findPrincipal">,
  workspace: WorkspaceId,
): Promise<readonly PersonPrincipal[]> {
  const stored = await store.listPasskeys(workspace);
  const ids = [...new Set(stored.map(({ passkey }) => passkey.operator))];
  const found = await Promise.all(ids.map((id) => store.findPrincipal(workspace, id)));
  return found.filter((principal) => principal?.kind === "person");
}

/** What a link is looked up by: an operator's own, or whoever's where none is named. */
export function addressName(
  { channel, chatId }: Pick<Link, "channel" | "chatId">,
  operator: PrincipalId | undefined,
): string {
  return `${channel} ${chatId} ${operator ?? ""}`;
}

export async function addressesOf(
  store: Pick<Store, "listLinks">,
  workspace: WorkspaceId,
): Promise<ReadonlySet<string>> {
  const links = await store.listLinks(workspace);
  const names = links.flatMap(({ channel, chatId, account = chatId, operator }) =>
    [chatId, account].flatMap((named) => [
      addressName({ channel, chatId: named }, undefined),
      addressName({ channel, chatId: named }, operator),
    ]),
  );
  return new Set(names);
}
