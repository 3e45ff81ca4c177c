import { type Delivery, isOfRequest } from "../../../domain/hub/delivery.ts";
import { ChannelError } from "../../../ports/channels/channel.ts";
import type { Context } from "../../call/context.ts";
import { addressesOf, addressName } from "../../call/people-cache.ts";

/** After a link or its operator was removed, nothing planned for that address goes out. */
export async function isLinked(
  { people, store }: Pick<Context, "people" | "store">,
  { workspace, address, operator, item, agent }: Delivery,
): Promise<boolean> {
  // A message goes to a chat, whoever owns the link; a request is for one operator to see.
  const name = addressName(address, isOfRequest(item) ? operator : undefined);
  if ((await people.addresses(workspace)).has(name)) return true;
  // Another node may have linked it a moment ago.
  if ((await addressesOf(store, workspace)).has(name)) return true;
  // The mail that asks for a code goes to an address that is not linked yet.
  return (await people.find(workspace, agent))?.kind === "person";
}

export function notLinked(): ChannelError {
  const why = "The address is no longer linked, so nothing is sent there.";
  return new ChannelError("permanent", `${why} Link it again and resend this, or drop it.`);
}
