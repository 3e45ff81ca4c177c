import type { LogPosition } from "../../ports/store/others.ts";

/** PostgreSQL's channel on which nodes hear of each other's commits. */
export const NOTICE_CHANNEL = "earshot";

/** The message of a commit to other nodes: how far logs reach, or only that some reach further. */
export interface Notice {
  readonly node: string;
  /** Absent if there are too many to name. */
  readonly positions?: readonly LogPosition[];
}

/** Undefined if Earshot did not send it: anybody with access to the database can send one. */
export function readNotice(payload: string): Notice | undefined {
  const read = parsed(payload);
  if (typeof read !== "object" || read === null || !("node" in read)) return undefined;
  const { node } = read;
  if (typeof node !== "string") return undefined;
  if (!("positions" in read)) return { node };
  const { positions } = read;
  if (!Array.isArray(positions)) return undefined;
  const known = positions.flatMap(positionOf);
  return known.length === positions.length ? { node, positions: known } : undefined;
}

function positionOf(entry: unknown): readonly LogPosition[] {
  if (!Array.isArray(entry)) return [];
  const [workspace, seq] = entry as readonly unknown[];
  const isRight = typeof workspace === "string" && Number.isSafeInteger(seq);
  return isRight ? [{ workspace, seq: Number(seq) }] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
