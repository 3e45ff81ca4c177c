import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { isIssuedBy } from "../../domain/issuer.ts";
import type { SealedHead } from "../../domain/log/chain-check.ts";
import {
  type CheckpointClaims,
  headsOf,
  isSameCheckpoint,
  parseAnchorLine,
  readCheckpoint,
} from "../../domain/log/checkpoint.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { Prove } from "../../system/signer.ts";
import { bytesAt, isAnchorUrl } from "./anchor-at-url.ts";
import { bytesOf, linesIn } from "./file-lines.ts";

/** What an anchor proves, and where it is not what a server has written. */
export interface AnchorReading {
  readonly checkpoints: number;
  readonly heads: ReadonlyMap<WorkspaceId, readonly SealedHead[]>;
  readonly faults: readonly string[];
}

/** Who signs an anchor. */
export interface AnchorSigner {
  readonly prove: Prove;
  /** If it is known. */
  readonly deployment: string | undefined;
}

/** As many as a person reads; the rest is counted. */
const MOST_FAULTS = 20;

/** Reads an anchor, in a file or at an address, line by line; only what its tokens prove counts. */
export async function readAnchor(path: string, signer: AnchorSigner): Promise<AnchorReading> {
  const heads = new Map<WorkspaceId, SealedHead[]>();
  const faults: string[] = [];
  let more = 0;
  /** Other deployments that have signed, each with its last line. */
  const foreign = new Map<string, number>();
  let checkpoints = 0;
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    const claims = provenLine(line, signer);
    if (typeof claims === "string") {
      if (faults.length < MOST_FAULTS) faults.push(`line ${number} of the anchor ${claims}`);
      else more += 1;
      continue;
    }
    checkpoints += 1;
    // Its heads count all the same: a log that was rewritten has another name, too.
    if (!isIssuedBy(claims, signer.deployment)) foreign.set(claims.iss, number);
    const known = heads.get(claims.workspace) ?? [];
    known.push(...headsOf(claims));
    heads.set(claims.workspace, known);
  }
  if (more > 0) faults.push(`${more} further lines of the anchor are not good either`);
  for (const [name, line] of foreign) {
    faults.push(
      `line ${line} of the anchor is signed by another deployment, ${name}, and not by ${signer.deployment}`,
    );
  }
  if (checkpoints === 0) faults.push("the anchor holds no checkpoint, so nothing is covered");
  return { checkpoints, heads, faults };
}

/** What a line of the anchor proves, or what is wrong with it. */
export function provenLine(text: string, { prove }: AnchorSigner): CheckpointClaims | string {
  const line = parseAnchorLine(text);
  if (line === undefined) return "is garbled";
  const claims = prove("checkpoint", line.token);
  const checkpoint = claims === undefined ? undefined : readCheckpoint(claims);
  if (checkpoint === undefined) return "is signed by none of the keys in its time";
  return isSameCheckpoint(line, checkpoint) ? checkpoint : "says another thing than what is signed";
}

async function* linesOf(path: string): AsyncGenerator<string, void> {
  try {
    const bytes = isAnchorUrl(path) ? bytesAt(path) : bytesOf(path);
    for await (const { text } of linesIn(bytes, path)) yield text;
  } catch (cause) {
    if (cause instanceof EarshotError) throw cause;
    throw new EarshotError(
      "NOT_FOUND",
      `The anchor ${path} cannot be read: ${whyRefused(cause)}. Name its file with --anchor FILE; npx earshot audit seal writes the first line of a new one.`,
      { cause, details: { path } },
    );
  }
}
