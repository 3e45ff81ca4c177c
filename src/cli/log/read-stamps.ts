import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { type CheckpointClaims, headsOf } from "../../domain/log/checkpoint.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import { parseStamped, stampsBeside } from "../../system/anchors/authority.ts";
import { isAnchorUrl } from "./anchor-at-url.ts";
import { bytesOf, linesIn } from "./file-lines.ts";
import { type AnchorReading, type AnchorSigner, provenLine, readAnchor } from "./read-anchor.ts";

/** What an authority attests of the newest checkpoint that it has stamped. */
export interface Attested {
  readonly workspace: WorkspaceId;
  readonly seq: number;
  /** ISO 8601: when the authority had seen it. */
  readonly at: string;
  readonly authority: string;
  /** Whether a certificate that was given vouches for the authority. */
  readonly isTrusted: boolean;
}

export interface StampsInput {
  /** Where the anchor is. */
  readonly anchor: string;
  /** The file of time stamps; if absent, the one beside the anchor, if there is one. */
  readonly stamps: string | undefined;
  /** Certificates, in PEM, of authorities or of who vouches for them. */
  readonly authorities: string | undefined;
}

export interface StampedReading extends AnchorReading {
  readonly attested: readonly Attested[];
}

/** As many as a person reads. */
const MOST_FAULTS = 20;

/**
 * An anchor with its time stamps. Each stamp holds the line that was stamped, so what they prove counts
 * like the anchor itself: whoever writes the anchor anew has not written them.
 */
export async function readStampedAnchor(
  input: StampsInput,
  signer: AnchorSigner,
): Promise<StampedReading> {
  const read = await readAnchor(input.anchor, signer);
  const file = input.stamps ?? stampsThere(input.anchor);
  if (file === undefined) return { ...read, attested: [] };
  const { authorities } = input;
  const trusted = authorities === undefined ? undefined : certificatesIn(authorities);
  // Loaded late: no other check has use for it.
  const reader = { ...(await import("../../system/anchors/time-stamp.ts")), trusted };
  const heads = new Map(read.heads);
  const newest = new Map<string, Attested>();
  const faults: string[] = [];
  for await (const { number, text } of linesOf(file)) {
    const stamped = provenStamp(text, signer, reader);
    if (typeof stamped === "string") {
      faults.push(`time stamp ${number} ${stamped}`);
      if (faults.length === MOST_FAULTS) break;
      continue;
    }
    const { attested, claims } = stamped;
    const { workspace } = claims;
    heads.set(workspace, (heads.get(workspace) ?? []).concat(headsOf(claims)));
    addNewest(newest, attested);
  }
  return { ...read, heads, faults: read.faults.concat(faults), attested: [...newest.values()] };
}

function stampsThere(anchor: string): string | undefined {
  const beside = isAnchorUrl(anchor) ? undefined : stampsBeside(anchor);
  return beside !== undefined && existsSync(beside) ? beside : undefined;
}

function addNewest(newest: Map<string, Attested>, attested: Attested): void {
  const { workspace, authority, seq } = attested;
  const key = `${workspace} ${authority}`;
  if ((newest.get(key)?.seq ?? -1) <= seq) newest.set(key, attested);
}

type StampReader = typeof import("../../system/anchors/time-stamp.ts") & {
  readonly trusted: readonly X509Certificate[] | undefined;
};

function provenStamp(
  text: string,
  signer: AnchorSigner,
  { digestOf, readStamp, StampFault, trusted }: StampReader,
): { readonly attested: Attested; readonly claims: CheckpointClaims } | string {
  const stamped = parseStamped(text);
  if (stamped === undefined) return "is garbled";
  const claims = provenLine(stamped.line, signer);
  if (typeof claims === "string") return `is of a line that ${claims}`;
  try {
    const token = Buffer.from(stamped.token, "base64");
    const { at, authority, isTrusted } = readStamp(token, digestOf(stamped.line), trusted);
    if (trusted !== undefined && !isTrusted) {
      return `is by ${authority}, for which none of the certificates vouches`;
    }
    const { workspace, seq } = claims;
    return { attested: { workspace, seq, at, authority, isTrusted }, claims };
  } catch (cause) {
    if (cause instanceof StampFault) return cause.message;
    throw cause;
  }
}

async function* linesOf(file: string) {
  try {
    yield* linesIn(bytesOf(file), file);
  } catch (cause) {
    if (cause instanceof EarshotError) throw cause;
    throw unreadable("The time stamps", file, cause);
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function certificatesIn(file: string): readonly X509Certificate[] {
  try {
    const found = readFileSync(file, "utf8").match(PEM) ?? [];
    if (found.length === 0) throw new Error("there is no certificate in it");
    return found.map((pem) => new X509Certificate(pem));
  } catch (cause) {
    throw unreadable("The certificates", file, cause);
  }
}

function unreadable(what: string, file: string, cause: unknown): EarshotError {
  return new EarshotError("NOT_FOUND", `${what} in ${file} cannot be read: ${whyRefused(cause)}.`, {
    cause,
    details: { file },
  });
}
