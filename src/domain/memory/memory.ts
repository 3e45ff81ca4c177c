import { EarshotError } from "../errors.ts";
import type { PrincipalId, WorkspaceId } from "../id.ts";
import { MAX_MEMORY_VALUE_BYTES, MEMORY_QUOTA } from "../limits.ts";
import type { Actor } from "../surface.ts";
import { checkText } from "../text.ts";
import type { Timestamp } from "../timestamp.ts";

/** Replaces the agent for entries that only people write; no principal's id looks like it. */
export const PEOPLE = "people";

/** A separate space of entries. Each read or write of memory names exactly one. */
export interface MemoryPlace {
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId | typeof PEOPLE;
  /** Empty for entries that are kept over all runs. */
  readonly run: string;
}

export interface MemoryRef extends MemoryPlace {
  readonly key: string;
}

/** One stored version of an entry. */
export interface MemoryRecord extends MemoryRef {
  /** Names the entry in the log, where its key would be content; the same in all versions. */
  readonly id: MemoryId;
  readonly version: number;
  /** Absent for a deletion. */
  readonly value?: string;
  readonly bytes: number;
  /** Part of the value's digest in the log, so that nobody can guess the value from the digest. */
  readonly salt: string;
  readonly writtenAt: Timestamp;
  readonly writtenBy: Actor;
  readonly restoredFrom?: number;
}

export type MemoryId = `mem:${string}`;

/** What a place holds now, or what a change adds to it. */
export interface MemoryUsage {
  readonly keys: number;
  readonly bytes: number;
}

/** Letters of any script, with their marks; one blank between words. */
const LETTER = "[\\p{L}\\p{N}]";
const PART = `${LETTER}(?:[\\p{L}\\p{M}\\p{N}_.-]| (?=[^ /])){0,63}(?<! )`;
const KEY = new RegExp(`^${PART}(?:/${PART}){0,7}$`, "u");
const RUN = /^[A-Za-z0-9][\w.-]{0,63}$/;
/** The beginning of a key, which may end inside a part. */
const PREFIX = /^[\p{L}\p{M}\p{N} _./-]{0,519}$/u;

/** A key has no line end: it is searched as the line before the value. */
export function isMemoryKey(text: string): boolean {
  // A letter with its mark gives the same key, however it is composed.
  return KEY.test(text) && text === text.normalize("NFC");
}

export function checkMemoryKey(key: string): void {
  if (isMemoryKey(key)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    "This is not a key of a memory entry. A key has 1 to 8 parts with / between them, each of 1 to 64 letters of any script in their composed form, digits, single blanks and . _ -, beginning with a letter or digit: notes/day-1.",
    { details: { what: "key" } },
  );
}

export function checkRunName(run: string): void {
  if (RUN.test(run)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    "A run is named by 1 to 64 letters (A to Z), digits and . _ -, beginning with a letter or digit. Leave it out for what is kept over all runs.",
    { details: { what: "run" } },
  );
}

export function checkKeyPrefix(prefix: string): void {
  if (PREFIX.test(prefix)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    "A prefix is the beginning of a key: letters, digits, blanks and . _ - /.",
    { details: { what: "prefix" } },
  );
}

export function checkMemoryValue(value: string): void {
  checkText(value, "value", MAX_MEMORY_VALUE_BYTES);
}

/** Throws QUOTA_EXCEEDED if the change would overfill a place; storing less is always possible. */
export function checkQuota(used: MemoryUsage, added: MemoryUsage): void {
  if (added.keys > 0 && used.keys + added.keys > MEMORY_QUOTA.keys) {
    throw quotaExceeded(
      "keys",
      `This memory is full: it holds ${used.keys} keys of at most ${MEMORY_QUOTA.keys}. Delete some that are not needed any more, or write several things under one key.`,
    );
  }
  if (added.bytes > 0 && used.bytes + added.bytes > MEMORY_QUOTA.bytes) {
    throw quotaExceeded(
      "bytes",
      `This memory is full: its values have ${used.bytes} bytes of at most ${MEMORY_QUOTA.bytes}, and this would add ${added.bytes}. Delete or shorten what is not needed any more.`,
    );
  }
}

function quotaExceeded(what: keyof MemoryUsage, message: string): EarshotError {
  return new EarshotError("QUOTA_EXCEEDED", message, {
    details: { what, limit: MEMORY_QUOTA[what] },
  });
}
