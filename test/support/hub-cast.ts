import { vi } from "vitest";
import type { RemoteChannel } from "../../src/domain/channel-kind.ts";
import type { Delivery } from "../../src/domain/hub/delivery.ts";
import type { Link } from "../../src/domain/hub/link.ts";
import { DEFAULT_WORKSPACE, type MessageId, type RequestId } from "../../src/domain/id.ts";
import type { PersonPrincipal } from "../../src/domain/people/principal.ts";
import {
  type AuthorizationRequest,
  asAuthorization,
  type Shown,
} from "../../src/domain/requests/request.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { Account, Heard } from "../../src/ports/channels/channel.ts";
import type { ShownControl, ShownPost } from "../../src/testing/channel-contract/channel-world.ts";
import type { FakeClock } from "../../src/testing/fake-clock.ts";
import { MEDIUM_TOOL } from "./house.ts";
import type { HubWorld } from "./hub-world.ts";
import { ownKey } from "./own-key.ts";

/* The people in the tests of the hub, and what they do. */

type Item = RequestId | MessageId;

export const SHIP = {
  text: "Ship 1.4?",
  form: { kind: "choice", options: [{ label: "approve" }, { label: "hold" }] },
} as const;

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 20_000, interval: 5 });
}

/** The post of this number on a platform, once it is there. */
export async function postOn(world: HubWorld, kind: RemoteChannel, number = 1): Promise<ShownPost> {
  await until(async () => (await world.on(kind).shown()).length >= number);
  const post = (await world.on(kind).shown())[number - 1];
  if (post === undefined) throw new Error("Nothing is shown.");
  return post;
}

export function control({ controls }: Pick<ShownPost, "controls">, label: string): ShownControl {
  const found = controls.find((one) => one.label === label);
  if (found === undefined) throw new Error(`There is no control ${label}.`);
  return found;
}

export async function statusOf(world: HubWorld, id: RequestId): Promise<string> {
  return (await world.owner.show({ id })).request.status;
}

export async function logOf(world: HubWorld, id: RequestId): Promise<readonly string[]> {
  return (await world.owner.show({ id })).history.map(({ type }) => type);
}

/** As they are stored, with the secrets of their buttons, the oldest first. */
export async function deliveriesOf(world: HubWorld, item: Item): Promise<readonly Delivery[]> {
  return await world.ctx.store.deliveriesOf(DEFAULT_WORKSPACE, item);
}

/** The state of each, as `channel status`. */
export async function standing(world: HubWorld, item: Item): Promise<readonly string[]> {
  const all = await deliveriesOf(world, item);
  return all.map(({ address, status }) => `${address.channel} ${status}`);
}

/** Waits until `count` posts of the item have been sent. */
export async function untilSent(world: HubWorld, item: Item, count = 1): Promise<void> {
  await until(async () => {
    const all = await standing(world, item);
    return all.filter((one) => one.endsWith(" sent")).length >= count;
  });
}

export interface Act {
  readonly token: string;
  readonly messageId: string;
  readonly from?: Partial<Account>;
  readonly key?: string;
  readonly chatId?: string;
}

let count = 0;

/** Has a platform deliver a press, with any content. */
export async function pressAs(world: HubWorld, kind: RemoteChannel, act: Act): Promise<Heard> {
  count += 1;
  const { account, address, deliver } = world.on(kind);
  const { token, messageId, from = {}, key = `press-${count}`, chatId = address.chatId } = act;
  return await deliver({
    kind: "press",
    key,
    token,
    messageId,
    atMs: Date.UTC(2026, 0, 1),
    from: { ...account("member"), ...from },
    address: { channel: kind, chatId },
  });
}

export interface Own {
  readonly kind: RemoteChannel;
  readonly account?: string;
  readonly chatId?: string;
  readonly rank?: number;
}

/** Links an address and its account to an operator. */
export async function linkTo(
  world: HubWorld,
  person: Pick<PersonPrincipal, "id" | "name" | "workspace">,
  { kind, account, chatId, rank = 1 }: Own,
): Promise<Link> {
  const { ctx } = world;
  const { address, account: accountOf } = world.on(kind);
  const { workspace, id: operator, name } = person;
  const link: Link = {
    id: ctx.ids.next("lnk"),
    workspace,
    channel: kind,
    operator,
    name,
    rank,
    chatId: chatId ?? address.chatId,
    account: account ?? accountOf("member").id,
    createdAt: toTimestamp(ctx.clock.now()),
    createdBy: operator,
  };
  await ctx.commit({ workspace, writes: [{ type: "link.insert", link }], events: [] });
  return link;
}

/** An approver who is reached on a platform. */
export async function approverOn(
  world: HubWorld,
  name: string,
  own: Own,
): Promise<PersonPrincipal> {
  const by = { workspace: DEFAULT_WORKSPACE, kind: "person", name } as const;
  const known = await world.ctx.store.findPrincipalByName(by);
  const principal = known ?? (await ownKey(world.owner, { kind: "person", name })).principal;
  if (principal.kind !== "person") throw new Error("It is a person.");
  await linkTo(world, principal, own);
  return principal;
}

export async function seek(
  world: HubWorld,
  tool = MEDIUM_TOOL,
  args: Parameters<HubWorld["scout"]["authorize"]>[0]["args"] = { user_id: "user123" },
): Promise<Shown<AuthorizationRequest>> {
  const { request } = await world.scout.authorize({ tool, args, reason: "The customer wants it." });
  return asAuthorization(request);
}

/** Lets time pass until the condition holds; returns how much. */
export async function passUntil(
  clock: FakeClock,
  isSo: () => boolean | Promise<boolean>,
  stepMs = 100,
): Promise<number> {
  const fromMs = clock.now();
  for (let steps = 0; steps < 10_000; steps++) {
    if (await isSo()) return clock.now() - fromMs;
    await clock.advance(stepMs);
  }
  // What goes over a real wire is slower than a clock that only counts.
  await until(isSo);
  return clock.now() - fromMs;
}
