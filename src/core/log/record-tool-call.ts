import { isToolName } from "../../domain/authority/tool-definition.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { EventData } from "../../domain/log/event.ts";
import { checkRunName } from "../../domain/memory/memory.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { RecordToolCallInput } from "../../ports/earshot/earshot.ts";
import type { Change } from "../../ports/store/store.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";

const CALL_ID = /^[\x21-\x7e]{1,128}$/;
const DIGEST = /^[\w-]{43}$/;
const ERROR_TYPE = /^[A-Za-z][\w.-]{0,63}$/;

/** Logs a tool call: the tool, the result, and the digest of its arguments. */
export async function recordToolCall(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<RecordToolCallInput>,
): Promise<{ readonly seq: number }> {
  requireRight(caller, "record");
  checkInput(input);
  const { workspace, id: actor } = caller.principal;
  const { seq: before } = await ctx.store.head(workspace);
  const call = { caller, operation: "recordToolCall", input, options };
  // The prefix keeps a call whose name looks like a request id out of that request's history.
  const subject = `call:${input.call}`;
  const change: Change = {
    workspace,
    writes: [],
    events: [
      {
        type: input.error === undefined ? "tool.succeeded" : "tool.failed",
        at: nowOf(ctx),
        actor,
        subject,
        data: dataOf(input, options),
      },
    ],
  };
  const { result, replayed, events } = await commitOnce(ctx, call, {
    result: String(before),
    change,
  });
  if (!replayed) return { seq: events.at(-1)?.seq ?? 0 };
  return await firstRecorded(ctx, caller, { subject, after: Number(result) });
}

/** The first call's event, which comes after the head of that moment. */
async function firstRecorded(
  ctx: Context,
  { principal }: Caller,
  { subject, after }: { subject: string; after: number },
): Promise<{ readonly seq: number }> {
  const { workspace, id } = principal;
  for (let last = after; ; ) {
    const events = await ctx.store.readEvents({ workspace, subject, after: last, limit: 100 });
    const own = events.find(({ actor }) => actor === id);
    if (own !== undefined) return { seq: own.seq };
    last = events.at(-1)?.seq ?? Number.NaN;
    if (events.length < 100) throw new EarshotError("INTERNAL", `${subject} is not in the log.`);
  }
}

function dataOf(
  { tool, argsDigest, run, error }: RecordToolCallInput,
  options: CallOptions | undefined,
): EventData {
  return {
    digest: argsDigest,
    via: options?.via ?? "library",
    name: tool,
    ...present({ run, error }),
  };
}

function checkInput({ tool, call, run, argsDigest, error }: RecordToolCallInput): void {
  check(CALL_ID.test(call), "id of a call has 1 to 128 printable ASCII characters without spaces");
  check(isToolName(tool), "name of a tool has 1 to 128 letters, digits and . _ : / -");
  check(DIGEST.test(argsDigest), "digest of arguments is SHA-256 as 43 characters of base64url");
  if (run !== undefined) checkRunName(run);
  const isType = error === undefined || ERROR_TYPE.test(error);
  check(isType, "type of an error has 1 to 64 letters, digits and . _ -, a letter first");
}

function check(holds: boolean, rule: string): void {
  if (!holds) {
    throw new EarshotError("INVALID_INPUT", `The ${rule}. Nothing was put into the log.`);
  }
}
