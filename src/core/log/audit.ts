import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type {
  AuditInput,
  AuditReport,
  ExportedEvent,
  ExportInput,
} from "../../ports/earshot/audit.ts";
import type { Context } from "../call/context.ts";

/** Reads the workspace's whole log and checks its chain. */
export async function verifyAudit(
  ctx: Context,
  caller: Caller,
  input: AuditInput = {},
): Promise<AuditReport> {
  requireRight(caller, "audit");
  return await ctx.audit.verify(caller.principal.workspace, input.head);
}

/** The workspace's log with its hashes, oldest first; or one event with its proof. */
export async function exportAudit(
  ctx: Context,
  caller: Caller,
  { after = 0, event }: ExportInput = {},
): Promise<AsyncIterable<ExportedEvent>> {
  requireRight(caller, "audit");
  const { workspace } = caller.principal;
  if (event === undefined) return eachOf(ctx.audit.export(workspace, after));
  const proved = await ctx.audit.prove(workspace, event);
  return only(proved);
}

async function* only<T>(one: T): AsyncGenerator<T, void> {
  yield one;
}

async function* eachOf<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const page of pages) yield* page;
}
