import type { PrincipalId } from "../id.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";

/** A request that one person has given to another. Whoever could decide it still can. */
export interface Assignment {
  readonly to: { readonly principal: PrincipalId; readonly name: string };
  readonly by: Actor;
  readonly at: Timestamp;
}
