import { z } from "zod";
import { inBytes } from "../../domain/in-words.ts";
import {
  MATCH_EXCERPT_LENGTH,
  MAX_MEMORY_VALUE_BYTES,
  MAX_MEMORY_VERSIONS,
  MAX_PATTERN_LENGTH,
  MAX_PATTERN_MATCHES,
} from "../../domain/limits.ts";
import { PATTERN_SYNTAXES } from "../../domain/memory/memory-pattern.ts";
import type { OperationText } from "../schemas/operation.ts";
import { page, pageOf } from "../schemas/parameters.ts";
import { Actor, Timestamp } from "../schemas/values.ts";

/* What crosses the wire about memory. */

const memoryFacts = {
  key: z.string(),
  version: z.int().meta({ description: "1 for the first; also a deletion makes the next." }),
  writtenAt: Timestamp,
  writtenBy: Actor,
  restoredFrom: z.int().optional().meta({ description: "The version that was restored." }),
};
const MemoryEntry = z
  .strictObject({ ...memoryFacts, value: z.string() })
  .meta({ id: "MemoryEntry", description: "Text that is kept under a key." });

const MemoryItem = z
  .strictObject({ ...memoryFacts, bytes: z.int() })
  .meta({ id: "MemoryItem", description: "A memory entry without its value." });

const MemoryVersion = z.strictObject({ ...memoryFacts, value: z.string().optional() }).meta({
  id: "MemoryVersion",
  description: "One version in the history of a key; a deletion has no value.",
});

const MemoryMatch = z
  .strictObject({
    key: z.string(),
    excerpt: z.string().meta({
      description: `The first line that matches, cut to ${MATCH_EXCERPT_LENGTH} characters.`,
    }),
    line: z
      .int()
      .min(0)
      .meta({ description: "Counted from 1; 0 if the key matches and no line does." }),
  })
  .meta({ id: "MemoryMatch" });

const MemorySearch = z
  .strictObject({
    matches: z.array(MemoryMatch),
    isPartial: z.boolean().meta({ description: "There is more, or the time ran out." }),
  })
  .meta({ id: "MemorySearch", description: `At most ${MAX_PATTERN_MATCHES} entries that match.` });

const scope = {
  namespace: z
    .enum(["own", "people"])
    .optional()
    .meta({ description: "`own` where absent; `people`: what people wrote for all agents." }),
  agent: z.string().optional().meta({
    description:
      "Name of the agent whose memory is meant, for people; an agent's key means itself.",
  }),
  run: z.string().optional().meta({
    description: "Name of the run; if absent, what is kept over all runs.",
  }),
};
const key = z.string().meta({
  description:
    "1 to 8 parts with / between them, each of 1 to 64 letters of any script, digits, single blanks and . _ -, beginning with a letter or digit.",
});
const version = z.coerce.number().int().min(1);

export const MEMORY = {
  writeMemory: {
    summary: "Write a memory entry: an agent its own, people for all agents",
    input: z.strictObject({
      ...scope,
      key,
      value: z
        .string()
        .meta({ description: `Any text of at most ${inBytes(MAX_MEMORY_VALUE_BYTES)}.` }),
    }),
    output: MemoryEntry,
  },
  listMemory: {
    summary: "Memory entries by key, without their values, a page at a time",
    input: z.strictObject({
      ...scope,
      prefix: z.string().optional().meta({ description: "Only keys with this beginning." }),
      ...page,
    }),
    output: pageOf(MemoryItem),
  },
  readMemory: {
    summary: "One memory entry, the newest version or an earlier one",
    input: z.strictObject({
      ...scope,
      key,
      version: version.optional().meta({ description: "The newest if absent." }),
    }),
    output: MemoryEntry,
  },
  memoryVersions: {
    summary: `The history of a memory entry, newest first; the last ${MAX_MEMORY_VERSIONS} versions are kept`,
    input: z.strictObject({ ...scope, key, ...page }),
    output: pageOf(MemoryVersion),
  },
  searchMemory: {
    summary: "Memory entries whose key or a line of whose value matches a pattern",
    input: z.strictObject({
      ...scope,
      pattern: z.string().meta({ description: `1 to ${MAX_PATTERN_LENGTH} characters.` }),
      syntax: z
        .enum(PATTERN_SYNTAXES)
        .optional()
        .meta({ description: "`literal` where absent; `regex` is RE2 syntax." }),
    }),
    output: MemorySearch,
  },
  deleteMemory: {
    summary: "Delete a memory entry; its earlier versions are kept",
    input: z.strictObject({ ...scope, key }),
    output: MemoryItem,
  },
  restoreMemory: {
    summary: "Write an earlier version of a memory entry again as the newest",
    input: z.strictObject({ ...scope, key, version }),
    output: MemoryEntry,
  },
} as const satisfies Record<string, OperationText>;
