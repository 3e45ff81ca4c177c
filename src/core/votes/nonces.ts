import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Statement } from "../../domain/votes/statement.ts";
import type { BeginStatementInput, StatementTerms } from "../../ports/earshot/signers.ts";
import type { Ticket, Write } from "../../ports/store/store.ts";
import { asOperator } from "../call/assert-caller.ts";
import { commitOrThrow } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { findTicket, newTicket, takeTicket } from "../sign-in/tickets.ts";
import { statementRefused } from "./refused.ts";
import { signersNow } from "./signers-now.ts";

/** What a statement has to say that is not its signer's to choose, with a nonce for it alone. */
export async function beginStatement(
  ctx: Context,
  caller: Caller,
  { input }: Given<BeginStatementInput>,
): Promise<StatementTerms> {
  const { workspace, id: principal } = asOperator(caller);
  const deployment = await ctx.deployment();
  if (deployment === undefined) {
    throw new EarshotError("NOT_FOUND", "This deployment has no name yet: it has no first owner.");
  }
  const { set } = await signersNow(ctx, workspace);
  const nonce = ctx.ids.secret();
  const purpose = "vote_nonce";
  const made = newTicket(ctx, { workspace, principal, purpose }, boundTo(nonce, input));
  await commitOrThrow(ctx, { workspace, writes: made.writes, events: [] });
  const { expiresAt } = made.ticket;
  return {
    nonce,
    deployment,
    workspace,
    ...present({ head: set?.head }),
    at: nowOf(ctx),
    expiresAt,
  };
}

/**
 * The nonce of a statement as its ticket, to be used up in the commit that the statement counts in. Throws
 * NOT_ALLOWED if it is not for this purpose, subject and voter, is too old or was used.
 */
export async function nonceOf(ctx: Context, caller: Caller, statement: Statement): Promise<Ticket> {
  const { id, workspace } = caller.principal;
  const { nonce, purpose } = statement;
  const token = boundTo(nonce, { purpose, subject: subjectOf(statement) });
  const ticket = await findTicket(ctx, { token, purpose: "vote_nonce" });
  const isOwn = ticket?.workspace === workspace && ticket.principal === id;
  if (isOwn && statement.voter === id) return ticket;
  throw statementRefused("nonce");
}

export function usedNonce(ctx: Context, ticket: Ticket): Write {
  return takeTicket(ctx, ticket);
}

/** So a nonce that was given for one thing is found for no other. */
function boundTo(nonce: string, { purpose, subject }: BeginStatementInput): string {
  return `${nonce} ${purpose} ${subject}`;
}

/** The id of what a statement is about. */
function subjectOf(statement: Statement): string {
  switch (statement.purpose) {
    case "earshot.vote":
      return statement.request;
    case "earshot.permission":
      return statement.permission;
    case "earshot.policy":
      return statement.text;
    case "earshot.key":
      return statement.terms;
    case "earshot.enrol":
      return statement.voter;
    case "earshot.admit":
      return statement.enrol;
    case "earshot.end":
      return statement.ended;
    case "earshot.owner":
      return statement.person;
  }
}
