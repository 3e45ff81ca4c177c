import { plainFileName } from "../../domain/content/plain-file.ts";
import { contentsOf, evidenceOf } from "../../domain/evidence/evidence.ts";
import { typeOfBytes } from "../../domain/evidence/file-type.ts";
import type { AnswerFile } from "../../domain/forms/file-fields.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { ReadFile, ReadFileInput, UploadFileInput } from "../../ports/earshot/requests.ts";
import type { Write } from "../../ports/store/store.ts";
import { notFound } from "../call/access.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { pieceOf } from "../content/given-file.ts";
import { putContents } from "../content/put-contents.ts";
import { assertAsked, filesOf } from "../content/request-files.ts";
import { findShowing } from "../evidence/show-evidence.ts";
import { findOpen } from "./find-open.ts";

/**
 * Keeps a file beside an open request, for an answer that names it. What no answer names is gone once the
 * request closes.
 */
export async function uploadFile(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<UploadFileInput>,
): Promise<AnswerFile> {
  requireRight(caller, "answer");
  const { id, ...given } = input;
  const piece = pieceOf(given);
  const file: AnswerFile = {
    name: piece.name,
    media_type: piece.mediaType,
    size: piece.bytes.length,
    digest: ctx.digest.bytes(piece.bytes),
  };
  const call: CallIdentity = { caller, operation: "uploadFile", input, options };
  return await commitCall(ctx, call, {
    thing: `Request ${id}`,
    async plan() {
      const request = await findOpen(ctx, caller, id);
      assertAsked(request, file);
      const { workspace } = request;
      const place = { workspace, owner: id, at: nowOf(ctx) };
      const { writes, contents } = await putContents(ctx, place, [piece]);
      // What is there already gets this name and type.
      const again = contents.map((facts): Write => {
        return { type: "content.put", content: { ...facts, bytes: piece.bytes } };
      });
      return {
        change: { workspace, writes: writes.length === 0 ? again : writes, events: [] },
        done: () => file,
        result: file.digest,
      };
    },
    replay: () => file,
  });
}

/**
 * For everybody who may read the request: what its answer names, and what its agent lays before people. A
 * digest alone opens nothing.
 */
export async function readFile(
  ctx: Context,
  caller: Caller,
  { id, digest }: ReadFileInput,
): Promise<ReadFile> {
  requireRight(caller, "read");
  const request = await findShowing(ctx, caller, id);
  const answered = request.status === "answered" ? filesOf(request, request.answer) : [];
  const file = answered.find((one) => one.digest === digest);
  const shown = evidenceOf(request).find((one) => contentsOf(one).includes(digest));
  const isNamed = file !== undefined || shown !== undefined;
  const content = isNamed ? await ctx.store.findContent(request.workspace, id, digest) : undefined;
  if (content === undefined) throw notFound("file", digest);
  const { bytes } = content;
  if (file !== undefined) return { ...file, bytes };
  const name = plainFileName(shown?.name ?? "");
  return { name, media_type: typeOfBytes(bytes), size: bytes.length, digest, bytes };
}
