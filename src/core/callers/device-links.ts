import { type Device, PUSH } from "../../domain/hub/device.ts";
import type { Link } from "../../domain/hub/link.ts";
import type { KeyId, PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { isGoodKey } from "./web-session-key.ts";

/* A device ends with the web session that it was turned on in. */

/** A link that is a device. */
export type DeviceLink = Link & { readonly device: Device };

/** Those that were turned on in a web session. */
export async function devicesOf(
  { store }: Pick<Context, "store">,
  workspace: WorkspaceId,
  session: KeyId,
): Promise<readonly DeviceLink[]> {
  return devicesIn(await store.listLinks(workspace)).filter(
    (one) => one.device.session === session,
  );
}

interface Ending {
  readonly at: Timestamp;
  readonly actor?: PrincipalId;
}

export function deviceEndings(
  links: readonly Link[],
  by: Ending,
): Required<Pick<Change, "writes" | "events">> {
  return {
    writes: links.map(({ id }): Write => ({ type: "link.remove", id })),
    events: links.map((link) => linkLogged("channel.unlinked", link, by)),
  };
}

/** Nothing goes there any more: its browser or its web session has ended. */
export async function endDevice(ctx: Context, link: DeviceLink): Promise<void> {
  const { workspace } = link;
  // A conflict means that somebody else has ended it, as wanted.
  await ctx.commit({ workspace, ...deviceEndings([link], { at: nowOf(ctx) }) });
}

/** Whether the web session that it was turned on in is still good. */
export async function isSignedIn(
  ctx: Context,
  { workspace, device }: DeviceLink,
): Promise<boolean> {
  const now = nowOf(ctx);
  const keys = await ctx.people.keys(workspace);
  return keys.some(({ key }) => key.id === device.session && isGoodKey(key, now));
}

export function isDevice(link: Link): link is DeviceLink {
  return link.channel === PUSH && link.device !== undefined;
}

export function devicesIn(links: readonly Link[]): readonly DeviceLink[] {
  return links.filter(isDevice);
}

export function linkLogged(type: EventDraft["type"], link: Link, by: Ending): EventDraft {
  const { at, actor } = by;
  return { type, at, subject: link.id, data: { channel: link.channel }, ...present({ actor }) };
}
