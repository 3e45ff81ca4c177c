import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PrincipalId } from "../../src/domain/id.ts";
import { EMPTY_HEAD, type LoggedEvent } from "../../src/domain/log/chain.ts";
import { type NotedHead, toHex } from "../../src/domain/log/chain-check.ts";
import { anchorLine, checkpointClaims } from "../../src/domain/log/checkpoint.ts";
import { deploymentOf } from "../../src/domain/log/deployment.ts";
import { type Event, eventBody, eventCode } from "../../src/domain/log/event.ts";
import { createMerkleTree } from "../../src/domain/log/merkle.ts";
import { linkHash, merkleHashes } from "../../src/store/events/hash-chain.ts";
import { createMemorySigner, type OwnSigner } from "../../src/system/signer.ts";

/* Exported logs with their anchors and keys, as files that a server has printed. */

export interface ExportedLog {
  readonly lines: readonly string[];
  readonly anchor: readonly string[];
  readonly deployment: string;
  readonly signer: OwnSigner;
}

export interface LogPlan {
  readonly events: number;
  /** The numbers that were sealed. */
  readonly sealed?: readonly number[];
  /** Makes another deployment of it. */
  readonly owner?: PrincipalId;
  readonly workspace?: string;
  /** Signs with the keys of somebody else. */
  readonly signer?: OwnSigner;
}

/** A log as `audit export` prints it, and the checkpoints of it. */
export async function exportedLog(plan: LogPlan): Promise<ExportedLog> {
  const { events, sealed = [], signer = createMemorySigner() } = plan;
  const log = chained(Array.from({ length: events }, (_, index) => eventOf(index + 1, plan)));
  const deployment = deploymentOf(log[1]) ?? "dep_none";
  const anchor: string[] = [];
  let previous: NotedHead | undefined;
  for (const seq of sealed) {
    const after = previous?.seq ?? 0;
    const tree = createMerkleTree(merkleHashes);
    for (const { event } of log.slice(after, seq)) tree.add(merkleHashes.leaf(eventBody(event)));
    const head = { seq, hash: log[seq - 1]?.hash ?? EMPTY_HEAD.hash };
    const { workspace } = log[0]?.event ?? { workspace: "default" };
    const at = log[seq - 1]?.event.at ?? "";
    const claims = checkpointClaims({
      deployment,
      workspace,
      head,
      at,
      previous,
      root: tree.root(),
    });
    const token = await signer.sign("checkpoint", { ...claims });
    previous = { seq, hash: toHex(head.hash) };
    anchor.push(anchorLine({ workspace, at, token, ...previous }));
  }
  return { lines: log.map(lineOf), anchor, deployment, signer };
}

export function lineOf({ event, hash }: LoggedEvent): string {
  return JSON.stringify({ event, hash: toHex(hash), code: eventCode(event.type) });
}

/** With each hash as it should be. */
export function chained(events: readonly Event[]): readonly LoggedEvent[] {
  let previous = EMPTY_HEAD.hash;
  return events.map((event) => {
    previous = linkHash(previous, eventBody(event));
    return { event, hash: previous };
  });
}

function eventOf(seq: number, { owner = "prn_ana", workspace = "default" }: LogPlan): Event {
  return {
    workspace,
    seq,
    type: seq === 1 ? "workspace.created" : "request.approved",
    at: new Date(Date.UTC(2026, 10, 22) + seq * 1_000).toISOString(),
    actor: owner,
    subject: `req_${seq}`,
    data: { digest: `digest ${seq}`, via: "cli" },
  };
}

/** Writes a JWK Set as `grant keys` prints it. */
export function writeKeys(file: string, { signer, deployment }: ExportedLog): string {
  writeFileSync(file, JSON.stringify({ deployment, ...signer.publicKeys() }));
  return file;
}

/** Writes all three files; each line ends as given. */
export function writeExport(folder: string, log: ExportedLog) {
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const ended = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  return {
    log: write("log.jsonl", ended(log.lines)),
    anchor: write("anchor.jsonl", ended(log.anchor)),
    keys: writeKeys(join(folder, "keys.json"), log),
  };
}
