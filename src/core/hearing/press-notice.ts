import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { compileGlob } from "../../domain/glob.ts";
import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import { PUSH } from "../../domain/hub/device.ts";
import type { DeliveryId, LinkId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { storedOf } from "../../domain/requests/request.ts";
import { isDue } from "../../domain/requests/request-machine.ts";
import type { PushNotice } from "../../ports/channels/push.ts";
import type { PressedNotice, ShownNotice } from "../../ports/earshot/devices.ts";
import { approve } from "../authority/approve.ts";
import { forOthersThan } from "../authority/for-others.ts";
import { reject } from "../authority/reject.ts";
import { notFound } from "../call/access.ts";
import { asOperator } from "../call/assert-caller.ts";
import { type Context, nowOf } from "../call/context.ts";
import { languageFor } from "../call/language-for.ts";
import type { Given } from "../call/use-case.ts";
import { type DeviceLink, isDevice } from "../callers/device-links.ts";
import { agentsOfOthers } from "../deciders/may-decide.ts";
import { pushOf } from "../hub/devices.ts";
import { seen } from "../planning/mark-seen.ts";
import { modeOf, routingInForce } from "../planning/rules-in-force.ts";
import { findAsked } from "../planning/with-askers.ts";
import { answer } from "../requests/answer.ts";
import { outcomeOf } from "./outcome-text.ts";
import { type Saying, saidIn } from "./told.ts";

/*
 * A notification asks for what it shows, and decides with what it was given then. Both calls are made
 * in the web session that the device was turned on in.
 */

/** `DELIVERY.NAME.PROOF` */
const TOKEN = /^(dlv_[0-9a-z]{26})\.([a-z0-9]{1,3})\.([A-Za-z0-9_-]{43})$/;
const REASON = "Rejected from a notification";

export async function readNotice(
  ctx: Context,
  caller: Caller,
  { id }: { readonly id: DeliveryId },
): Promise<ShownNotice> {
  const { workspace } = asOperator(caller);
  const found = await ownDelivery(ctx, caller, id);
  if (found === undefined) throw notFound("delivery", id);
  const request = await requestOf(ctx, found.delivery);
  const waiting = await countWaiting(ctx, caller);
  if (request === undefined || isOver(ctx, request)) {
    return { title: "", text: "", buttons: [], waiting };
  }
  const { title, text, buttons } = await noticeOf(ctx, caller, { ...found, request });
  const tokenOf = (name: string) => tokenFor(ctx, { ...found, request, name });
  return {
    request: request.id,
    title,
    text,
    buttons: buttons.map(({ name, label }) => ({ token: tokenOf(name), label })),
    waiting,
  };

  function isOver(of: Context, one: ShownRequest): boolean {
    return one.workspace !== workspace || one.status !== "open" || isDue(storedOf(one), nowOf(of));
  }
}

export async function pressNotice(
  ctx: Context,
  caller: Caller,
  { input: { token } }: Given<{ readonly token: string }>,
): Promise<PressedNotice> {
  const { workspace, id: operator } = asOperator(caller);
  const { language } = await languageFor(ctx, { workspace, operator, channel: PUSH });
  const { isDone, say } = await pressedWith(ctx, caller, token);
  return { isDone, say: saidIn([say], { language, contents: ctx.outlets?.contents }) };
}

interface Pressed {
  readonly isDone: boolean;
  readonly say: Saying;
}

const STALE: Pressed = { isDone: false, say: { name: "stale" } };

async function pressedWith(ctx: Context, caller: Caller, token: string): Promise<Pressed> {
  const pressed = await pressedBy(ctx, caller, token);
  if (pressed === undefined) return STALE;
  const { request, name, delivery } = pressed;
  if (request.status !== "open") return { isDone: false, say: outcomeOf(request) };
  // The policy may have changed since, or who decides.
  const { buttons } = await noticeOf(ctx, caller, pressed);
  if (!buttons.some((one) => one.name === name)) return STALE;
  try {
    await seen(ctx, delivery);
    const closed = await decide(ctx, caller, { request, name, token });
    return { isDone: true, say: outcomeOf(closed) };
  } catch (error) {
    if (!isEarshotError(error) || error.code === "STORE_UNAVAILABLE") throw error;
    const now = await ctx.store.findRequest(request.workspace, request.id);
    const isClosed = error.code === "REQUEST_CLOSED" && now !== undefined;
    return { isDone: false, say: isClosed ? outcomeOf(now) : { refused: error } };
  }
}

/** Undefined for a token that was made for something else, for another device, or for an action since edited. */
async function pressedBy(
  ctx: Context,
  caller: Caller,
  token: string,
): Promise<(Noticed & { readonly name: string }) | undefined> {
  const [, id, name] = TOKEN.exec(token) ?? [];
  if (id === undefined || name === undefined) return undefined;
  const found = await ownDelivery(ctx, caller, id as DeliveryId);
  const request = found && (await requestOf(ctx, found.delivery));
  if (found === undefined || request === undefined) return undefined;
  const pressed = { ...found, request, name };
  return ctx.digest.isSame(tokenFor(ctx, pressed), token) ? pressed : undefined;
}

interface Found {
  readonly delivery: Delivery;
  readonly link: DeviceLink;
}

interface Noticed extends Found {
  readonly request: ShownRequest;
}

/** A delivery to the device of this very web session. */
async function ownDelivery(
  ctx: Context,
  { principal, key }: Caller,
  id: DeliveryId,
): Promise<Found | undefined> {
  const { workspace, id: operator } = principal;
  const delivery = await ctx.store.findDelivery(workspace, id);
  if (delivery?.address.channel !== PUSH || delivery.operator !== operator) return undefined;
  const link = await ctx.store.findLink(workspace, delivery.address.chatId as LinkId);
  if (link?.operator !== operator || !isDevice(link)) return undefined;
  return link.device.session === key ? { delivery, link } : undefined;
}

async function requestOf(
  ctx: Context,
  { workspace, item }: Delivery,
): Promise<ShownRequest | undefined> {
  return isOfRequest(item) ? await findAsked(ctx, workspace, item) : undefined;
}

async function noticeOf(
  ctx: Context,
  caller: Caller,
  { link, request }: Noticed,
): Promise<PushNotice> {
  const mode = await modeOf(ctx, request, PUSH);
  const shows = mode === "minimal" ? "nothing" : link.device.shows;
  const forOthers = await forOthersThan(ctx, caller, { request, at: "chat" });
  const isApprovedByName = await mayApproveByName(ctx, request);
  const { workspace, id: operator } = caller.principal;
  const { language } = await languageFor(ctx, { workspace, operator, channel: PUSH });
  return pushOf(ctx).notice(request, {
    language,
    shows,
    isForPage: forOthers !== undefined,
    isApprovedByName,
  });
}

async function mayApproveByName(ctx: Context, request: ShownRequest): Promise<boolean> {
  if (request.kind !== "authorization") return false;
  const { tool } = request.authorization.action;
  const { approvedByName = [] } = (await routingInForce(ctx, request.workspace)) ?? {};
  return approvedByName.some((pattern) => compileGlob(pattern)(tool));
}

/** Bound to the request and its digest, the person's device, and the web session. */
function tokenFor(
  { vault }: Context,
  { delivery, link, request, name }: Noticed & { readonly name: string },
): string {
  const digest = request.kind === "authorization" ? request.authorization.digest : "";
  const bound = [
    delivery.id,
    request.id,
    digest,
    link.id,
    link.operator,
    link.device.session,
    name,
  ];
  return `${delivery.id}.${name}.${vault.commitment("notice", bound)}`;
}

interface Deciding {
  readonly request: ShownRequest;
  readonly name: string;
  readonly token: string;
}

/** The token makes it happen once, however often it is given. */
async function decide(
  ctx: Context,
  caller: Caller,
  { request, name, token }: Deciding,
): Promise<ShownRequest> {
  const { id } = request;
  // A web session counts as the inbox, where the request itself is shown.
  const { web: _, ...device } = caller;
  const options = { idempotencyKey: `push:${token.slice(-43)}`, via: PUSH };
  if (request.kind === "question") {
    const option =
      request.question.form.kind === "choice"
        ? request.question.form.options[Number(name)]
        : undefined;
    if (option === undefined) throw notHere();
    return await answer(ctx, device, { input: { id, answer: { choice: option.label } }, options });
  }
  const { digest } = request.authorization;
  if (name === "a") return await approve(ctx, device, { input: { id, digest }, options });
  return await reject(ctx, device, { input: { id, reason: `${REASON}.` }, options });
}

function notHere(): EarshotError {
  return new EarshotError("INVALID_INPUT", "This cannot be decided here. Open it on the page.");
}

async function countWaiting(ctx: Context, caller: Caller): Promise<number> {
  const operator = asOperator(caller);
  const { workspace } = operator;
  const ownAgents = await agentsOfOthers(ctx, operator);
  const now = nowOf(ctx);
  const counts = await ctx.store.countInbox({ workspace, operator, ownAgents, now });
  return operator.role === "viewer" ? 0 : counts.needs_me;
}
