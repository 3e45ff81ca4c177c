import type { Context } from "../../src/core/call/context.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";

/** Earshot for whoever comes with a token of this subject. */
export async function byToken(ctx: Context, subject: string): Promise<Earshot> {
  const authenticate = createAuthenticate(ctx, {
    verify: async () => ({
      subject: { kind: "subject", id: subject },
      scopes: ["ask", "read"],
      expiresAtMs: ctx.clock.now() + 60_000,
    }),
  });
  const caller = await authenticate("head.body.signature");
  if (caller === undefined) throw new Error("The token is not let in.");
  return createEarshot(ctx, caller);
}
