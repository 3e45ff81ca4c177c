import { editedEvidence } from "../../domain/authority/edited-evidence.ts";
import { withCommitments, withPlain } from "../../domain/authority/secret-args.ts";
import { checkToolArgs } from "../../domain/authority/tool-args.ts";
import { EarshotError } from "../../domain/errors.ts";
import { typeOfBytes } from "../../domain/evidence/file-type.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { diffPatch } from "../../domain/json-patch.ts";
import { valueAt } from "../../domain/json-pointer.ts";
import { demandsMore } from "../../domain/policy/demands.ts";
import type { OpenAuthorization } from "../../domain/requests/request.ts";
import type { EditedAction } from "../../domain/requests/request-machine.ts";
import type { Context } from "../call/context.ts";
import type { Piece } from "../content/put-contents.ts";
import { askPolicyAnew, soughtFor } from "../verdict/ask-policy.ts";
import { openSecrets } from "../verdict/open-secrets.ts";
import { checkArgs } from "./authorize-input.ts";

export interface EditMade extends EditedAction {
  /** What its evidence stands on where the edited arguments hold it. */
  readonly pieces: readonly Piece[];
}

/**
 * The action with other arguments, and how they differ from the agent's; undefined if nothing
 * differs. Throws INVALID_INPUT if the edit does not fit the tool or requires more than the demand.
 */
export async function editedAction(
  ctx: Context,
  request: OpenAuthorization,
  args: JsonObject,
): Promise<EditMade | undefined> {
  const { authorization, id } = request;
  const { action, secrets, demand, edit } = authorization;
  checkArgs(ctx, args);
  const isChanged = (pointer: string) =>
    !isSame(ctx, valueAt(args, pointer), valueAt(action.args, pointer));
  if (secrets.some(isChanged)) {
    throw refused(id, "it changes a secret, which nobody but the agent knows.");
  }
  const digestOf = (text: string) => ctx.digest.bytes(new TextEncoder().encode(text));
  const editing = { action, args, hints: demand.args, digestOf };
  const { texts, ...shown } = editedEvidence(id, editing);
  const { action: next, digest } = ctx.digest.envelope({ ...action, ...shown, args });
  if (digest === authorization.digest) return undefined;
  const plain = withPlain(args, await openSecrets(ctx, request));
  const live = withCommitments(plain, secrets, (value) =>
    ctx.vault.commitment(action.nonce, value),
  );
  if (!isSame(ctx, live.args, args)) throw refused(id, "it could never run as it stands.");
  checkFits(ctx, request, plain);
  const verdict = await askPolicyAnew(ctx, soughtFor(request, plain));
  if (verdict.outcome === "deny") {
    throw refused(id, `the rule "${verdict.demand.rule}" denies it.`);
  }
  const more = verdict.outcome === "ask" ? demandsMore(demand, verdict.demand) : undefined;
  if (more !== undefined) {
    throw refused(id, `the rule "${verdict.demand.rule}" demands more of it: ${more}.`);
  }
  const pieces = [...texts.values()].map(pieceOf);
  return { action: next, digest, patch: diffPatch(edit?.args ?? action.args, args), pieces };
}

function pieceOf(text: string): Piece {
  const bytes = new TextEncoder().encode(text);
  return { bytes, mediaType: typeOfBytes(bytes) };
}

/** Without a schema, people have nothing to check their edit against. */
function checkFits(ctx: Context, { id, authorization }: OpenAuthorization, args: JsonObject): void {
  const { argsSchema } = authorization;
  if (argsSchema === undefined) return;
  const faults = checkToolArgs(argsSchema, args, ctx.checkSchema) ?? ["its schema cannot be read."];
  if (faults.length > 0) throw refused(id, `the tool does not take it: ${faults.join(" ")}`);
}

function isSame(ctx: Context, a: Json | undefined, b: Json | undefined): boolean {
  return ctx.digest.json([a ?? null]) === ctx.digest.json([b ?? null]);
}

export function refused(id: string, why: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The edit of ${id} is refused: ${why} Change it, or reject the request with a reason.`,
    { details: { id } },
  );
}
