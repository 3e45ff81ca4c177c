import { ENGLISH } from "../../channels/console/voice.ts";
import { isIssuedBy } from "../../domain/issuer.ts";
import {
  type ActionProof,
  actionProofFault,
  type FoundFault,
  nameIn,
  type ProofHashes,
  unshownForms,
} from "../../domain/log/action-proof.ts";
import { type CheckpointClaims, readCheckpoint } from "../../domain/log/checkpoint.ts";
import type { Event } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import { visibleText } from "../../render/visible-text.ts";
import { merkleHashes } from "../../store/events/hash-chain.ts";
import { digest } from "../../system/digest.ts";
import { createProof } from "../../system/signer.ts";
import { parseKeys } from "../../system/signing-keys.ts";
import { eventLine } from "../terminal/event-line.ts";
import type { Style } from "../terminal/output.ts";
import type { AnchorSigner } from "./read-anchor.ts";

export interface ActionProofReport {
  readonly proved: boolean;
  readonly fault?: FoundFault["fault"];
  readonly why?: string;
  /** Whether the keys are the reader's own: those in the file say what its server says. */
  readonly pinned: boolean;
  /** Events about another form of the action than is shown. */
  readonly unshown: readonly number[];
  readonly proof: ActionProof;
  /** What its checkpoints say, as far as the keys have signed them. */
  readonly sealed: readonly CheckpointClaims[];
}

const HASHES: ProofHashes = { ...merkleHashes, ...digest };

/** Checks it with the keys that the reader has, or else with those in the file. */
export function verifyActionProof(
  proof: ActionProof,
  pinned: AnchorSigner | undefined,
): ActionProofReport {
  const { prove, deployment } = pinned ?? ownSigner(proof);
  const claims = proof.checkpoints.map((token) => {
    const signed = prove("checkpoint", token);
    return signed === undefined ? undefined : readCheckpoint(signed);
  });
  const sealed = claims.filter((one) => one !== undefined);
  const found = signedFault(claims, deployment) ?? actionProofFault(proof, sealed, HASHES);
  const unshown = found === undefined ? unshownForms(proof, HASHES) : [];
  const base = { pinned: pinned !== undefined, unshown, proof, sealed };
  return {
    proved: found === undefined,
    ...present({ fault: found?.fault, why: found?.why }),
    ...base,
  };
}

function signedFault(
  claims: readonly (CheckpointClaims | undefined)[],
  deployment: string | undefined,
): FoundFault | undefined {
  for (const checkpoint of claims) {
    if (checkpoint?.aud === undefined) {
      return { fault: "not_signed", why: "a checkpoint is signed by none of the keys in its time" };
    }
    if (!isIssuedBy(checkpoint, deployment)) {
      const why = `a checkpoint is signed by another deployment, ${checkpoint.iss}, and not by ${deployment}`;
      return { fault: "elsewhere", why };
    }
  }
  return undefined;
}

function ownSigner({ keys }: ActionProof): AnchorSigner {
  const prove = createProof(parseKeys(JSON.stringify(keys ?? {})) ?? []);
  const { deployment } = keys ?? {};
  return { prove, deployment: typeof deployment === "string" ? deployment : undefined };
}

export function actionProofLines(
  { why, pinned, unshown, proof, sealed }: ActionProofReport,
  style: Style,
): readonly string[] {
  if (why !== undefined) return [`${style.bad("NOT PROVED")}: ${visibleText(why)}`];
  const { request, events, said, action, policies } = proof;
  const workspace = events[0]?.event.workspace ?? "";
  return [
    `${pinned ? style.good("proved") : style.bad("NOT PINNED")}: ${visibleText(request)} of ${visibleText(workspace)}${pinned ? "" : " agrees with the keys in its own file, which whoever made it can have made. Give --keys FILE, with keys that you have from elsewhere."}`,
    ...(action === undefined
      ? []
      : [`action: ${visibleText(action.tool)} ${oneLineOf(action.args)}`]),
    ...events.map(({ event }) => eventLine(named(event, proof), style, ENGLISH)),
    ...formsAsked(proof).map((seq) => `event ${seq} is about the action as it was asked`),
    ...unshown.map((seq) => `event ${seq} is about another form of the action, which is not shown`),
    ...unsaid(proof).map((seq) => `event ${seq} came with words, which are not shown`),
    ...said.map(({ seq, value }) => `said with event ${seq}: ${oneLineOf(value)}`),
    ...policies.map((policy) => `policy: ${oneLineOf(policy)}`),
    ...sealed.map(
      ({ seq, aud, at }) =>
        `sealed: by the checkpoint over event ${seq}${aud === undefined ? "" : ` of ${aud}`}, at ${visibleText(at)}`,
    ),
  ];
}

/** The numbers of events with words that were left out, or erased. */
function unsaid({ events, said }: ActionProof): readonly number[] {
  const isSaid = new Set(said.map(({ seq }) => seq));
  return events.flatMap(({ event: { seq, data } }) =>
    data?.words === undefined || isSaid.has(seq) ? [] : [seq],
  );
}

/** The numbers of events about an action that somebody has edited afterwards. */
function formsAsked({ asked, events }: ActionProof): readonly number[] {
  if (asked === undefined) return [];
  const digestAsked = HASHES.action(asked);
  return events.flatMap(({ event: { seq, data } }) => (data?.digest === digestAsked ? [seq] : []));
}

function oneLineOf(value: unknown): string {
  return visibleText(JSON.stringify(value));
}

function named(event: Event, proof: ActionProof): Event {
  const { actor } = event;
  return actor === undefined ? event : { ...event, actor: nameIn(proof, actor) as never };
}
