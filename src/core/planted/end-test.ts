import { EarshotError } from "../../domain/errors.ts";
import {
  type EndedTest,
  isOpenTest,
  type OpenTest,
  type PlantedTest,
  type TestOutcome,
} from "../../domain/planted/planted.ts";
import { type Context, nowOf } from "../call/context.ts";

/** Ends it, once. What it showed is dropped; the log says that it was a test, and not how it was decided. */
export async function endTest(
  ctx: Context,
  { source: _, ...test }: OpenTest,
  outcome: TestOutcome,
): Promise<EndedTest> {
  const { workspace, id, operator } = test;
  const at = nowOf(ctx);
  const name = (await ctx.people.find(workspace, operator))?.name ?? "";
  const { authorization, ...request } = test.request;
  const { action, digest } = ctx.digest.envelope({ ...authorization.action, args: {} });
  const ended: EndedTest = {
    ...test,
    endedAt: at,
    outcome,
    request: {
      ...request,
      authorization: { ...authorization, action, digest, reason: "" },
      status: "cancelled",
      closedAt: at,
      closedBy: { principal: operator, name, via: "inbox" },
    },
  };
  // A conflict means that it has ended meanwhile.
  await ctx.commit({
    workspace,
    writes: [{ type: "planted.end", test: ended }],
    events: [{ type: "test.ended", at, subject: id, actor: operator }],
  });
  return ended;
}

/** Whatever a person wants to do with a test, it ends with that, and nothing else happens. */
export async function endedByAct(
  ctx: Context,
  test: PlantedTest,
  outcome: TestOutcome,
): Promise<EarshotError> {
  if (isOpenTest(test)) await endTest(ctx, test, outcome);
  return new EarshotError(
    "REQUEST_CLOSED",
    "This was a test: nobody would have run it. Its page says what was wrong in it.",
    { details: { id: test.id, test: true } },
  );
}
