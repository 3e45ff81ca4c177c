import { existsSync, readFileSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import { isIssuedBy } from "../../domain/issuer.ts";
import type { JsonObject } from "../../domain/json.ts";
import { readActionProof } from "../../domain/log/action-proof.ts";
import { type CheckpointClaims, readCheckpoint } from "../../domain/log/checkpoint.ts";
import type { Event } from "../../domain/log/event.ts";
import { proofFault, readProof } from "../../domain/log/event-proof.ts";
import { present } from "../../domain/present.ts";
import { visibleText } from "../../render/visible-text.ts";
import { merkleHashes } from "../../store/events/hash-chain.ts";
import { dataPaths } from "../../system/data-folder.ts";
import type { Style } from "../terminal/output.ts";
import { anchorSigner } from "./known-deployment.ts";
import type { AnchorSigner } from "./read-anchor.ts";
import {
  type ActionProofReport,
  actionProofLines,
  verifyActionProof,
} from "./verify-action-proof.ts";

interface ProofInput {
  readonly file: string;
  readonly folder: string;
  readonly keys: string | undefined;
}

export interface EventProofReport {
  readonly proved: boolean;
  readonly fault?: string;
  readonly event?: Event;
  /** What the checkpoint says, if one of the keys has signed it. */
  readonly checkpoint?: CheckpointClaims;
}

/** Checks a proof of one event, or of one request, with public keys alone. */
export function verifyProof({
  file,
  folder,
  keys,
}: ProofInput): EventProofReport | ActionProofReport {
  const value = parsed(file);
  const action = readActionProof(value);
  const line = action === undefined ? readProof(value) : undefined;
  if (action !== undefined) {
    const isHeld = keys !== undefined || existsSync(dataPaths(folder).signingKeys);
    return verifyActionProof(action, isHeld ? anchorSigner(folder, keys) : undefined);
  }
  if (line !== undefined) return verifyEventProof(line, anchorSigner(folder, keys));
  throw new EarshotError(
    "INVALID_INPUT",
    `${file} holds no proof. npx earshot audit prove ID prints that of a request, and npx earshot audit export --event NUMBER that of one event.`,
    { details: { file } },
  );
}

function verifyEventProof(
  line: NonNullable<ReturnType<typeof readProof>>,
  { prove, deployment }: AnchorSigner,
): EventProofReport {
  const signed: JsonObject | undefined = prove("checkpoint", line.proof.checkpoint);
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
    throw new EarshotError(
      "NOT_FOUND",
      `The proof ${file} cannot be read. Check its path, and that you may read it.`,
      {
        cause,
        details: { file },
      },
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function proofLines(
  report: EventProofReport | ActionProofReport,
  style: Style,
): readonly string[] {
  if ("proof" in report) return actionProofLines(report, style);
  const { fault, event, checkpoint } = report;
  const { good, bad } = style;
  if (fault !== undefined) return [`${bad("NOT PROVED")}: ${visibleText(fault)}`];
  if (event === undefined || checkpoint === undefined) return [];
  const { seq, workspace, type, subject, at } = event;
  const by = checkpoint.aud === undefined ? "" : ` of ${checkpoint.aud}`;
  return [
    `${good("proved")}: event ${seq} of ${visibleText(workspace)}: ${visibleText(type)} ${visibleText(subject)}, at ${visibleText(at)}`,
    `sealed: by the checkpoint over event ${checkpoint.seq}${by}, at ${visibleText(checkpoint.at)}`,
  ];
}
