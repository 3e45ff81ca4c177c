import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { type Device, keyPeriod, PUSH } from "../../domain/hub/device.ts";
import type { Link } from "../../domain/hub/link.ts";
import type { LinkId } from "../../domain/id.ts";
import { MAX_NAME_LENGTH } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { checkText } from "../../domain/text.ts";
import { ChannelError } from "../../ports/channels/channel.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import type { Push, PushTarget } from "../../ports/channels/push.ts";
import type {
  AddDeviceInput,
  Devices,
  DeviceTested,
  ShownDevice,
} from "../../ports/earshot/devices.ts";
import { notFound } from "../call/access.ts";
import { asOperator } from "../call/assert-caller.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import {
  type DeviceLink,
  deviceEndings,
  devicesIn,
  devicesOf,
  endDevice,
  isDevice,
  isSignedIn,
  linkLogged,
} from "../callers/device-links.ts";

/* The browsers of people that are notified while no page is open: each is a link of its own. */

const MAX_TEST_SECONDS = 60;

export function pushOf({ push }: Pick<Context, "push">): Push {
  if (push !== undefined) return push;
  throw new EarshotError("CHANNEL_UNAVAILABLE", "This server notifies no devices.");
}

/** The caller's own, and what a browser needs to become one. */
export async function listDevices(
  ctx: Context,
  caller: Caller,
): Promise<Awaited<ReturnType<Devices<never>["listDevices"]>>> {
  const { id, workspace } = asOperator(caller);
  const own = devicesIn(await ctx.store.listLinks(workspace)).filter((one) => one.operator === id);
  const period = keyPeriod(ctx.clock.now());
  const key = pushOf(ctx).publicKey(secretOf(ctx, period));
  return { items: own.map((one) => shownDevice(one, caller)), key };
}

/** Turns the browser of this web session on, or changes what it shows. */
export async function addDevice(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<AddDeviceInput>,
): Promise<ShownDevice> {
  const me = asOperator(caller);
  const { workspace, id: operator } = me;
  const { key: session, web } = caller;
  if (web === undefined || session === undefined) throw needsBrowser();
  const { shows = "nothing", name, ...given } = input;
  checkText(name, "name", MAX_NAME_LENGTH * 4);
  const target = await pushOf(ctx).check(given);
  const account = ctx.digest.text(target.endpoint);
  const call: CallIdentity = { caller, operation: "addDevice", input, options };
  return await commitCall(ctx, call, {
    thing: "The device",
    async plan() {
      const former = await formerOf(ctx, caller, account);
      const id = ctx.ids.next("lnk");
      const device: Device = {
        session,
        shows,
        period: periodOf(ctx, input.key),
        sealed: ctx.vault.seal(placeOf({ workspace, id }), JSON.stringify(target)),
      };
      const at = nowOf(ctx);
      const own = { workspace, channel: PUSH, operator, createdBy: operator, rank: 0 } as const;
      const link: DeviceLink = { ...own, id, chatId: id, account, name, createdAt: at, device };
      const ended = deviceEndings(former, { at, actor: operator });
      return {
        result: id,
        done: () => shownDevice(link, caller),
        change: {
          workspace,
          writes: [...ended.writes, { type: "link.insert", link }],
          events: [...ended.events, linkLogged("channel.linked", link, { at, actor: operator })],
        },
      };
    },
    replay: async (id) => {
      const link = await ctx.store.findLink(workspace, id as LinkId);
      if (link === undefined || !isDevice(link)) throw notFound("device", id as LinkId);
      return shownDevice(link, caller);
    },
  });
}

/** Calls it now with a message that says only that. */
export async function testDevice(
  ctx: Context,
  caller: Caller,
  { input: { id } }: Given<{ readonly id: LinkId }>,
): Promise<DeviceTested> {
  const me = asOperator(caller);
  const link = await ctx.store.findLink(me.workspace, id);
  if (link?.operator !== me.id || !isDevice(link)) throw notFound("device", id);
  try {
    await sendTo(ctx, link, { kind: "test", topic: "test", ttlSeconds: MAX_TEST_SECONDS });
    return { isTaken: true };
  } catch (error) {
    if (!isChannelError(error)) throw error;
    if (error.kind === "gone") await endDevice(ctx, link);
    return { isTaken: false, why: error.message };
  }
}

export interface Sending {
  /** `ask` shows what it is about once it has asked for it; `over` takes that away. */
  readonly kind: "ask" | "over" | "test";
  readonly id?: string;
  readonly topic: string;
  readonly ttlSeconds: number;
  readonly isUrgent?: boolean;
}

/** Rejects with a ChannelError. What is sent holds ids alone. */
export async function sendTo(
  ctx: Context,
  link: DeviceLink,
  { isUrgent = false, ttlSeconds, ...said }: Sending,
): Promise<void> {
  await pushOf(ctx).send({
    target: targetOf(ctx, link),
    secret: secretOf(ctx, link.device.period),
    text: JSON.stringify({ v: 1, ...said }),
    topic: said.topic,
    ttlSeconds,
    urgency: isUrgent ? "high" : "normal",
  });
}

/** Rejects for good where it was sealed with another key of the vault; a page that opens renews it. */
function targetOf({ vault }: Context, link: DeviceLink): PushTarget {
  try {
    return JSON.parse(vault.open(placeOf(link), link.device.sealed)) as PushTarget;
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    throw new ChannelError(
      "permanent",
      "This device was turned on with another vault.key than this server has. It goes on once its page is opened there.",
    );
  }
}

/** What this browser was before: by its web session, or by where it is reached. */
async function formerOf(
  ctx: Context,
  { principal, key }: Caller,
  account: string,
): Promise<readonly DeviceLink[]> {
  const known = await ctx.store.linkOfAccount(PUSH, account);
  const there = known === undefined || !isDevice(known) ? [] : [known];
  for (const one of there) {
    const isAnothers = one.workspace !== principal.workspace || one.operator !== principal.id;
    if (isAnothers && (await isSignedIn(ctx, one))) throw isTaken();
  }
  const own = key === undefined ? [] : await devicesOf(ctx, principal.workspace, key);
  return [...own, ...there.filter(({ id }) => own.every((one) => one.id !== id))];
}

/** The browser subscribed with the key of now, or with the one before if that has just changed. */
function periodOf(ctx: Context, key: string): number {
  const period = keyPeriod(ctx.clock.now());
  const found = [period, period - 1].find(
    (one) => pushOf(ctx).publicKey(secretOf(ctx, one)) === key,
  );
  if (found !== undefined) return found;
  throw new EarshotError(
    "INVALID_INPUT",
    "The browser subscribed with a key that is not this server's. Turn it on again.",
    { details: { what: "key" } },
  );
}

function secretOf({ vault }: Context, period: number): Uint8Array {
  return vault.secretFor(`push ${period}`);
}

/** Bound to its link, so that no other row opens it. */
function placeOf({ workspace, id }: Pick<Link, "workspace" | "id">): string {
  return `device ${workspace} ${id}`;
}

function shownDevice({ id, name, createdAt, device }: DeviceLink, { key }: Caller): ShownDevice {
  const { session, shows } = device;
  const isCurrent = session === key ? true : undefined;
  return { id, name, shows, createdAt, ...present({ isCurrent }) };
}

function needsBrowser(): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    "Only a browser that is signed in is notified. Open the inbox there: npx earshot open.",
    { details: { reason: "no_web_session" } },
  );
}

function isTaken(): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    "This browser is notified for somebody else who is signed in there. They sign out first.",
    { details: { reason: "anothers_device" } },
  );
}
