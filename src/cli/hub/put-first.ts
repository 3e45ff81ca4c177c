import type { EarshotClient } from "../../client/client.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { Link } from "../../domain/hub/link.ts";
import type { LinkId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";

/** Ranks a link first, and after it the operator's other links in their previous order. */
export async function putFirst(
  earshot: Pick<EarshotClient, "listLinks" | "rankLink">,
  id: LinkId,
  { idempotencyKey: key, ...call }: CallOptions,
): Promise<Link> {
  const { items } = await earshot.listLinks();
  const link = items.find((one) => one.id === id);
  if (link === undefined) throw notThere(id);
  if (link.operator === undefined) throw ofSeveral(link);
  const others = items
    .filter((one) => one.operator === link.operator && one.id !== id)
    .toSorted((a, b) => a.rank - b.rank);
  const rankOf = async (one: Link, rank: number) =>
    one.rank === rank
      ? one
      : await earshot.rankLink(
          { id: one.id, rank },
          {
            ...call,
            ...present({ idempotencyKey: key === undefined ? undefined : `${key}:${one.id}` }),
          },
        );
  const first = await rankOf(link, 1);
  for (const [index, other] of others.entries()) await rankOf(other, index + 2);
  return first;
}

function notThere(id: LinkId): EarshotError {
  return new EarshotError(
    "NOT_FOUND",
    `There is no link ${id}. npx earshot links list shows those there are.`,
    { details: { id } },
  );
}

function ofSeveral({ id }: Link): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `${id} is a chat that several people read, and chats have no order.`,
    { details: { id } },
  );
}
