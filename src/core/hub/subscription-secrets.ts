import type { Subscription } from "../../domain/hub/subscription.ts";
import { type Context, nowOf } from "../call/context.ts";

type Of = Pick<Subscription, "workspace" | "agent">;

interface Sealed {
  readonly secret: string;
}

/** Bound to its agent, so that no other row opens it. */
function place({ workspace, agent }: Of): string {
  return `subscription ${workspace} ${agent}`;
}

export function sealSecret(ctx: Context, of: Of, secret: string): string {
  return ctx.vault.seal(place(of), JSON.stringify({ secret }));
}

/** What signs now, the newest first. */
export function secretsOf(ctx: Context, subscription: Subscription): readonly string[] {
  const { sealed, former } = subscription;
  const isOverlapping = former !== undefined && former.until > nowOf(ctx);
  const all = isOverlapping ? [sealed, former.sealed] : [sealed];
  const open = (one: string) => JSON.parse(ctx.vault.open(place(subscription), one)) as Sealed;
  return all.map((one) => open(one).secret);
}
