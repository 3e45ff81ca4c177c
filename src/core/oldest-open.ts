import type { Caller } from "../domain/principal.ts";
import { toMs } from "../domain/timestamp.ts";
import type { Context } from "./context.ts";

/** How long the oldest request of the caller's workspace has waited for a person; 0 where none does. */
export async function oldestOpenMs(
  { store, clock }: Pick<Context, "store" | "clock">,
  { principal }: Caller,
): Promise<number> {
  const { workspace } = principal;
  const [oldest] = await store.listRequests({
    ...{ workspace, status: "open", order: "oldest", limit: 1 },
  });
  return oldest === undefined ? 0 : Math.max(clock.now() - toMs(oldest.createdAt), 0);
}
