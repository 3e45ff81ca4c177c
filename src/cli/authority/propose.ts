import { editedEvidence } from "../../domain/authority/edited-evidence.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { diffPatch } from "../../domain/json-patch.ts";
import { valueAt, withValueAt } from "../../domain/json-pointer.ts";
import type { Principal } from "../../domain/people/principal.ts";
import type { OpenAuthorization, Shown } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** Arguments other than the requested ones, and who wants them. */
interface EditedArgs {
  readonly args: JsonObject;
  readonly by: Principal;
}

/**
 * The authorization as a person is to look at it and approve it: unchanged, the same object, or
 * with other arguments. The digest is computed here from what is about to be shown, never taken
 * from the server: what a person types then belongs to the action on their screen.
 */
export async function propose(
  request: Shown<OpenAuthorization>,
  edited?: EditedArgs,
): Promise<Shown<OpenAuthorization>> {
  // Loaded here, since only this command needs it.
  const { digest } = await import("../../system/digest.ts");
  const { authorization } = request;
  if (digest.action(authorization.action) !== authorization.digest) throw notItsDigest(request);
  if (edited === undefined) return request;
  const { by } = edited;
  const args = withSecretsKept(edited.args, request);
  const editing = {
    action: authorization.action,
    args,
    hints: authorization.demand.args,
    digestOf: (text: string) => digest.bytes(Buffer.from(text)),
  };
  const { texts: _, ...shown } = editedEvidence(request.id, editing);
  const action = { ...authorization.action, ...shown, args };
  const asked = authorization.edit ?? {
    args: authorization.action.args,
    digest: authorization.digest,
  };
  if (digest.action(action) === authorization.digest) return request;
  return {
    ...request,
    authorization: {
      ...authorization,
      action,
      digest: digest.action(action),
      // As the server will record it, so that the difference looks the same later.
      edit: {
        by: { principal: by.id, name: by.name, via: "cli" },
        at: new Date().toISOString() as Timestamp,
        args: asked.args,
        digest: asked.digest,
        patch: diffPatch(asked.args, args),
      },
      votes: [],
    },
  };
}

/** Only the agent knows its secrets: one that an edit leaves out stays as it is. */
function withSecretsKept(
  args: JsonObject,
  { authorization }: Shown<OpenAuthorization>,
): JsonObject {
  let kept = args;
  for (const pointer of authorization.secrets) {
    const commitment = valueAt(authorization.action.args, pointer);
    if (commitment === undefined || valueAt(kept, pointer) !== undefined) continue;
    kept = withValueAt(kept, pointer, commitment);
  }
  return kept;
}

function notItsDigest({ id, authorization }: Shown<OpenAuthorization>): EarshotError {
  return new EarshotError(
    "DIGEST_MISMATCH",
    `The action of ${id} is not the one that its digest ${authorization.digest} is of. Nothing was approved. Check the log: npx earshot audit verify.`,
  );
}
