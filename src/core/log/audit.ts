import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { AuditInput, AuditReport, ExportedEvent } from "../../ports/earshot/audit.ts";
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

/** The workspace's log with its hashes, oldest first. */
export async function exportAudit(
  ctx: Context,
  caller: Caller,
  input: { readonly after?: number } = {},
): Promise<AsyncIterable<ExportedEvent>> {
  requireRight(caller, "audit");
  return eachOf(ctx.audit.export(caller.principal.workspace, input.after ?? 0));
}

async function* eachOf<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const page of pages) yield* page;
}
