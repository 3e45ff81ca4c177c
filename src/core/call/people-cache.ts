import type { Link } from "../../domain/hub/link.ts";
import type { Subscription } from "../../domain/hub/subscription.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { PersonPrincipal, Principal } from "../../domain/people/principal.ts";
import type { KeyOwner, Store } from "../../ports/store/store.ts";
import { createReadThroughCache, type Invalidations } from "./read-through-cache.ts";

/**
 * Principals, keys, passkeys, links and subscriptions: every decision, redemption and delivery asks for them. A commit of a
 * redemption checks the keys behind its approval once more, so nothing runs on what is cached here.
 */
export interface People {
  keys(workspace: WorkspaceId): Promise<readonly KeyOwner[]>;
  /** Who has a passkey, and so can sign in at any time. */
  withPasskey(workspace: WorkspaceId): Promise<readonly PersonPrincipal[]>;
  find(workspace: WorkspaceId, id: PrincipalId): Promise<Principal | undefined>;
  /** Where each channel may send something, in the form of `addressName`. */
  addresses(workspace: WorkspaceId): Promise<ReadonlySet<string>>;
  /** Where the agents of a workspace are called when a request closes. */
  subscriptions(workspace: WorkspaceId): Promise<readonly Subscription[]>;
}

export function createPeople(
  store: Pick<
    Store,
    "listKeys" | "listPasskeys" | "listLinks" | "listSubscriptions" | "findPrincipal"
  >,
  by: Pick<Invalidations, "isSure" | "add">,
): People {
  const isByWorkspace = true;
  const keys = createReadThroughCache<readonly KeyOwner[]>({
    invalidated: { by, as: "keys", isByWorkspace },
  });
  const holders = createReadThroughCache<readonly PersonPrincipal[]>({
    invalidated: { by, as: "passkey_holders", isByWorkspace },
  });
  const addresses = createReadThroughCache<ReadonlySet<string>>({
    invalidated: { by, as: "addresses", isByWorkspace },
  });
  const subscriptions = createReadThroughCache<readonly Subscription[]>({
    invalidated: { by, as: "subscriptions", isByWorkspace },
  });
  const principals = createReadThroughCache<Principal | undefined>({
    invalidated: { by, as: "principals" },
  });
  return {
    keys: (workspace) => keys.get(workspace, () => store.listKeys(workspace)),
    withPasskey: (workspace) => holders.get(workspace, () => holdersOf(store, workspace)),
    addresses: (workspace) => addresses.get(workspace, () => addressesOf(store, workspace)),
    subscriptions: (workspace) =>
      subscriptions.get(workspace, () => store.listSubscriptions(workspace)),
    find: (workspace, id) =>
      principals.get(`${workspace} ${id}`, () => store.findPrincipal(workspace, id)),
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

/** The key of a link: an operator's own, or anybody's if none is named. */
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
