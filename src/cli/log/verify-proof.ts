import { readFileSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import { isIssuedBy } from "../../domain/issuer.ts";
import type { JsonObject } from "../../domain/json.ts";
import { type CheckpointClaims, readCheckpoint } from "../../domain/log/checkpoint.ts";
import type { Event } from "../../domain/log/event.ts";
import { proofFault, readProof } from "../../domain/log/event-proof.ts";
import { present } from "../../domain/present.ts";
import { visibleText } from "../../render/visible-text.ts";
import { merkleHashes } from "../../store/events/hash-chain.ts";
import type { Style } from "../terminal/output.ts";
import { anchorSigner } from "./known-deployment.ts";

export interface ProofInput {
  /** As `audit export --event` prints it. */
  readonly file: string;
  readonly folder: string;
  readonly keys: string | undefined;
}

export interface ProofReport {
  readonly proved: boolean;
  readonly fault?: string;
  readonly event?: Event;
  /** What the checkpoint says, if one of the keys has signed it. */
  readonly checkpoint?: CheckpointClaims;
}

/** Checks a proof of one event with public keys alone. */
export async function verifyProof({ file, folder, keys }: ProofInput): Promise<ProofReport> {
  const line = readProof(parsed(file));
  if (line === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${file} holds no proof of an event. npx earshot audit export --event NUMBER prints one.`,
      { details: { file } },
    );
  }
  const { prove, deployment } = anchorSigner(folder, keys);
  const signed: JsonObject | undefined = await prove("checkpoint", line.proof.checkpoint);
  const checkpoint = signed === undefined ? undefined : readCheckpoint(signed);
  const fault =
    checkpoint === undefined
      ? "its checkpoint is signed by none of the keys in its time"
      : isIssuedBy(checkpoint, deployment)
        ? proofFault(line, checkpoint, merkleHashes)
        : `its checkpoint is signed by another deployment, ${checkpoint.iss}, and not by ${deployment}`;
  const { event } = line;
  return { proved: fault === undefined, event, ...present({ fault, checkpoint }) };
}

function parsed(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new EarshotError("NOT_FOUND", `The proof ${file} cannot be read.`, {
      cause,
      details: { file },
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function proofLines(
  { fault, event, checkpoint }: ProofReport,
  { good, bad }: Style,
): readonly string[] {
  if (fault !== undefined) return [`${bad("NOT PROVED")}: ${visibleText(fault)}`];
  if (event === undefined || checkpoint === undefined) return [];
  const { seq, workspace, type, subject, at } = event;
  const by = checkpoint.aud === undefined ? "" : ` of ${checkpoint.aud}`;
  return [
    `${good("proved")}: event ${seq} of ${visibleText(workspace)}: ${visibleText(type)} ${visibleText(subject)}, at ${visibleText(at)}`,
    `sealed: by the checkpoint over event ${checkpoint.seq}${by}, at ${visibleText(checkpoint.at)}`,
  ];
}
