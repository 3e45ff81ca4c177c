import { isAtLeast } from "../../../domain/authority/action.ts";
import { type Delivery, isOfRequest } from "../../../domain/hub/delivery.ts";
import { moved } from "../../../domain/hub/delivery-machine.ts";
import type { LinkId } from "../../../domain/id.ts";
import type { Request } from "../../../domain/requests/request.ts";
import { isDue } from "../../../domain/requests/request-machine.ts";
import { DAY_MS, SECOND_MS } from "../../../domain/time.ts";
import { toMs } from "../../../domain/timestamp.ts";
import { ChannelError } from "../../../ports/channels/channel.ts";
import { isChannelError } from "../../../ports/channels/is-channel-error.ts";
import { type Context, nowOf } from "../../call/context.ts";
import { type DeviceLink, endDevice, isDevice, isSignedIn } from "../../callers/device-links.ts";
import { insteadOfPost } from "../../planning/fold-behind.ts";
import { startClock } from "../../requests/start-clock.ts";
import { sendTo } from "../devices.ts";
import {
  AGAIN,
  type Attempted,
  type AttemptHooks,
  DONE,
  eventOf,
  failed,
  put,
} from "./attempt-result.ts";

interface Pushing extends AttemptHooks {
  readonly delivery: Delivery;
}

const LONGEST_MS = 2 * DAY_MS;
/** What RFC 8030 lets a topic have. */
const TOPIC_CHARS = 32;
/** Nothing is said of what stands there already, and a device tells nobody how many wait. */
const QUIET = { capabilities: { edit: false } } as const;

/**
 * Makes one attempt to notify a device. The message names the delivery and nothing of what it is
 * about: the device asks for that, if it may. One that comes twice shows the same notification, so an
 * attempt without a known end is made again.
 */
export async function push(ctx: Context, given: Pushing): Promise<Attempted> {
  const { delivery, onPoint } = given;
  const request = await requestOf(ctx, delivery);
  const isOpen = isAsked(ctx, request);
  if (delivery.job === "edit") return await takeAway(ctx, given, { isOpen });
  const instead = await insteadOfPost(ctx, { delivery, channel: QUIET });
  if (instead !== undefined) return { isDone: await put(ctx, given, instead), isUnsent: true };
  const begun = moved(delivery, { type: "begin" }, nowOf(ctx));
  onPoint?.("before_begin");
  if (!(await put(ctx, given, { next: begun }))) return AGAIN;
  onPoint?.("after_begin");
  if (request === undefined || !isOpen) {
    await put(ctx, given, { next: moved(begun, { type: "drop" }, nowOf(ctx)) });
    return DONE;
  }
  try {
    onPoint?.("before_post");
    await tell(ctx, begun, { kind: "ask", ...patienceOf(ctx, request) });
    onPoint?.("after_post");
    given.onAnswered();
  } catch (error) {
    return await failed(ctx, given, { begun, error });
  }
  const post = { chatId: begun.address.chatId, ids: [begun.id] };
  const next = moved(begun, { type: "posted", post }, nowOf(ctx));
  const logged = eventOf(ctx, begun, { type: "delivery.sent" });
  const isMarked = await put(ctx, given, { next, logged });
  onPoint?.("after_mark");
  await startClock(ctx, { workspace: request.workspace, id: request.id });
  return isMarked ? DONE : AGAIN;
}

function isAsked(ctx: Context, request: Request | undefined): boolean {
  return request?.status === "open" && !isDue(request, nowOf(ctx));
}

/** Of a request that nobody is asked any more the device shows nothing. */
async function takeAway(
  ctx: Context,
  given: Pushing,
  { isOpen }: { readonly isOpen: boolean },
): Promise<Attempted> {
  const { delivery, onPoint } = given;
  try {
    onPoint?.("before_edit");
    if (!isOpen) await tell(ctx, delivery, { kind: "over", ttlSeconds: DAY_MS / SECOND_MS });
    onPoint?.("after_edit");
    given.onAnswered();
  } catch (error) {
    const isNowhere = isChannelError(error) && ENDED.has(error.kind);
    const begun = { ...moved(delivery, { type: "begin" }, nowOf(ctx)), version: delivery.version };
    if (!isNowhere) return await failed(ctx, given, { begun, error });
  }
  const next = moved(delivery, { type: "edited" }, nowOf(ctx));
  return (await put(ctx, given, { next })) ? DONE : AGAIN;
}

const ENDED: ReadonlySet<string> = new Set(["gone", "permanent"]);

async function tell(
  ctx: Context,
  delivery: Delivery,
  message: Pick<Parameters<typeof sendTo>[2], "kind" | "ttlSeconds" | "isUrgent">,
): Promise<void> {
  const { id, item } = delivery;
  const link = await linkOf(ctx, delivery);
  const topic = ctx.digest.text(item).slice(0, TOPIC_CHARS);
  try {
    await sendTo(ctx, link, { ...message, id, topic });
  } catch (error) {
    if (isChannelError(error) && error.kind === "gone") await endDevice(ctx, link);
    throw error;
  }
}

/** Read anew: what was ended meanwhile is told nothing, and neither is who is signed out. */
async function linkOf(ctx: Context, { workspace, address }: Delivery): Promise<DeviceLink> {
  const link = await ctx.store.findLink(workspace, address.chatId as LinkId);
  if (link === undefined || !isDevice(link)) {
    throw refused("This device is notified no more.");
  }
  if (await isSignedIn(ctx, link)) return link;
  await endDevice(ctx, link);
  throw refused("The web session in which this device was turned on has ended.");
}

function refused(message: string): ChannelError {
  return new ChannelError("permanent", `${message} It can be turned on there, in the settings.`);
}

async function requestOf(
  { store }: Context,
  { workspace, item }: Delivery,
): Promise<Request | undefined> {
  return isOfRequest(item) ? await store.findRequest(workspace, item) : undefined;
}

/** How long it may wait for a device that is away, and whether the device is to be woken for it. */
function patienceOf({ clock }: Context, request: Request) {
  const leftMs =
    request.expiresAt === undefined ? LONGEST_MS : toMs(request.expiresAt) - clock.now();
  const isUrgent =
    request.kind === "authorization" && isAtLeast(request.authorization.demand.level, "HIGH");
  const ttlSeconds = Math.ceil(Math.min(Math.max(leftMs, SECOND_MS), LONGEST_MS) / SECOND_MS);
  return { ttlSeconds, isUrgent };
}
