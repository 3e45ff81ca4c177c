import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import { isChatId } from "../../domain/hub/chat-id.ts";
import { PUSH } from "../../domain/hub/device.ts";
import { isOwnPlace, type MessagePlace, OWN_PLACES } from "../../domain/hub/message-rules.ts";
import type { Reachable } from "../../domain/hub/reachable.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { SendInput } from "../../ports/earshot/hub.ts";
import type { Context } from "../call/context.ts";
import { operatorsOf } from "../deciders/list-operators.ts";
import { assertAllowed, mayReach } from "./may-send.ts";

/** Where a message can go: an operator's own inbox and console, or a linked address. */
export interface Place {
  readonly channel: MessagePlace;
  readonly chatId: string;
  readonly threadId?: string;
  readonly isPerson: boolean;
  /**
   * Earshot's name for it first, then the platform's. An account's self-chosen name does not count.
   */
  readonly names: readonly string[];
}

/** If a place is not found, the error lists this many. */
const MOST_TOLD = 10;
const MOST_LISTED = 100;

/**
 * Where the caller's messages can go, by the names `send` takes; places the policy forbids are left
 * out.
 */
export async function reachable(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly Reachable[] }> {
  requireRight(caller, "tell");
  const places = await allowedPlaces(ctx, caller);
  const open = places.filter(
    ({ channel }) => isOwnPlace(channel) || ctx.outlets?.channels.has(channel) === true,
  );
  return { items: open.slice(0, MOST_LISTED).map((place) => told(place, open)) };
}

/**
 * The one place a name means to this caller. Throws CHANNEL_UNAVAILABLE with the existing places if
 * it means none, and INVALID_INPUT if it means several. Throws NOT_ALLOWED if the policy forbids
 * the place, whether or not it exists.
 */
export async function placeNamed(
  ctx: Context,
  caller: Caller,
  { channel, chatId }: Pick<SendInput, "channel" | "chatId">,
): Promise<Place> {
  const here = (await allowedPlaces(ctx, caller)).filter((place) => place.channel === channel);
  const found = distinct(
    here.filter(({ names }) => names.includes(chatId)).map((place) => asNamed(place, chatId)),
  );
  const [place, ...others] = found;
  if (place !== undefined && others.length === 0) return place;
  if (place !== undefined) throw severalNamed({ channel, chatId }, found);
  await assertAllowed(ctx, caller, { channel, chatId });
  if (!isOwnPlace(channel)) assertOpen(ctx, channel);
  throw noneNamed({ channel, chatId }, here);
}

/**
 * Throws CHANNEL_UNAVAILABLE for a channel that cannot be used here, and says what it would need.
 */
export function assertOpen({ outlets }: Pick<Context, "outlets">, channel: RemoteChannel) {
  const open = outlets?.channels.get(channel);
  if (outlets !== undefined && open !== undefined) {
    return { contents: outlets.contents, maxText: open.maxText };
  }
  const why = outlets?.failed.get(channel);
  throw new EarshotError(
    "CHANNEL_UNAVAILABLE",
    why === undefined
      ? `The channel ${channel} is not configured here. An operator adds it: npx earshot channels add ${channel}.`
      : `The channel ${channel} cannot be used now: ${why}`,
    { details: { channel } },
  );
}

async function allowedPlaces(ctx: Context, caller: Caller): Promise<readonly Place[]> {
  const [places, may] = await Promise.all([placesOf(ctx, caller), mayReach(ctx, caller)]);
  return places.filter(({ channel, names }) => names.some((name) => may(channel, name)));
}

async function placesOf(ctx: Context, { principal }: Caller): Promise<readonly Place[]> {
  const { workspace } = principal;
  const [operators, links] = await Promise.all([
    operatorsOf(ctx, workspace),
    ctx.store.listLinks(workspace),
  ]);
  const here = operators.filter((one) => one.keys + one.webSessions + one.passkeys > 0);
  const people = new Map(here.map(({ principal: { id, name } }) => [id, name]));
  const own = [...people.values()].flatMap((name) =>
    OWN_PLACES.map((channel) => ({ channel, chatId: name, isPerson: true, names: [name] })),
  );
  // A device shows what waits for its person, and no words of agents.
  const chats = links.filter(({ channel }) => channel !== PUSH);
  const linked = chats.map(({ channel, chatId, threadId, account, operator, name }): Place => {
    // People choose their own name on a platform, so it could be anybody's.
    const called = operator === undefined ? name : people.get(operator);
    const names = [called, chatId, account].filter((one) => one !== undefined);
    const thread = threadId === undefined ? {} : { threadId };
    return { channel, chatId, ...thread, isPerson: operator !== undefined, names };
  });
  return [...own, ...linked];
}

/** A chat named by its id means the whole chat, whichever of its threads are linked. */
function asNamed(place: Place, name: string): Place {
  if (name !== place.chatId) return place;
  const { threadId: _, ...chat } = place;
  return chat;
}

function distinct(places: readonly Place[]): readonly Place[] {
  return [...new Map(places.map((place) => [addressOf(place), place])).values()];
}

function addressOf({ chatId, threadId }: Place): string {
  return threadId === undefined ? chatId : `${chatId} in the thread ${threadId}`;
}

/** By Earshot's name for it, if that means nothing else. */
function told(place: Place, all: readonly Place[]): Reachable {
  const { channel, isPerson, names } = place;
  const isAlone = (name: string) =>
    isChatId(name) &&
    all.every((one) => one === place || one.channel !== channel || !one.names.includes(name));
  const chatId = names.find(isAlone) ?? place.chatId;
  return { channel, chatId, kind: isPerson ? "person" : "chat" };
}

function severalNamed(
  { channel, chatId }: Pick<SendInput, "channel" | "chatId">,
  found: readonly Place[],
): EarshotError {
  const both = found.map(addressOf).join(", ");
  return new EarshotError(
    "INVALID_INPUT",
    `${JSON.stringify(chatId)} means ${found.length} places on ${channel}: ${both}. Name one of them by its id.`,
    { details: { channel, chatId } },
  );
}

function noneNamed(
  { channel, chatId }: Pick<SendInput, "channel" | "chatId">,
  here: readonly Place[],
): EarshotError {
  const names = here.slice(0, MOST_TOLD).map((place) => told(place, here).chatId);
  const more = here.length > names.length ? ` and ${here.length - names.length} more` : "";
  const there = names.length === 0 ? "There is none." : `There are ${names.join(", ")}${more}.`;
  return new EarshotError(
    "CHANNEL_UNAVAILABLE",
    isOwnPlace(channel)
      ? `There is no operator ${JSON.stringify(chatId)} in this workspace. ${there}`
      : `No chat ${JSON.stringify(chatId)} on ${channel} is linked in this workspace. ${there} An operator links it: npx earshot links chat ${channel} ${chatId}.`,
    { details: { channel, chatId, reachable: names } },
  );
}
