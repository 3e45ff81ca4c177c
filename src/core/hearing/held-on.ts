import { UNDO_MS } from "../../domain/limits.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Outlets } from "../../ports/channels/outlets.ts";
import type { Undoable } from "../../ports/earshot/call.ts";

/** For how long what is done there can be taken back; it counts at once where its post could not say so. */
export function heldOn({ channels }: Outlets, { address }: Inbound): Undoable {
  return channels.get(address.channel)?.capabilities.undo === true ? { undoMs: UNDO_MS } : {};
}
