import { z } from "zod";
import { PATTERN_SYNTAXES } from "../../domain/memory/memory-pattern.ts";
import { page, pageOf } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "./memory-schemas.ts";

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
    description: "Name of the run; what is kept over all runs where absent.",
  }),
};
const key = z.string().meta({
  description:
    "1 to 8 parts with / between them, each of 1 to 64 letters of any script, digits, single blanks and . _ -, beginning with a letter or digit.",
});
const version = z.coerce.number().int().min(1);

export const MEMORY = {
  writeMemory: {
    method: "POST",
    path: "/v1/memory",
    right: "memory",
    summary: "Write a memory entry: an agent its own, people for all agents",
    input: z.strictObject({
      ...scope,
      key,
      value: z.string().meta({ description: "Any text of at most 256 KiB." }),
    }),
    output: wire.MemoryEntry,
    status: 200,
    media: "application/json",
  },
  listMemory: {
    method: "GET",
    path: "/v1/memory",
    right: "memory",
    summary: "Memory entries by key, without their values, a page at a time",
    input: z.strictObject({
      ...scope,
      prefix: z.string().optional().meta({ description: "Only keys that begin with it." }),
      ...page,
    }),
    output: pageOf(wire.MemoryItem),
    status: 200,
    media: "application/json",
  },
  readMemory: {
    method: "GET",
    path: "/v1/memory/entry",
    right: "memory",
    summary: "One memory entry, the newest version or an earlier one",
    input: z.strictObject({
      ...scope,
      key,
      version: version.optional().meta({ description: "The newest where absent." }),
    }),
    output: wire.MemoryEntry,
    status: 200,
    media: "application/json",
  },
  memoryVersions: {
    method: "GET",
    path: "/v1/memory/versions",
    right: "memory",
    summary: "The history of a memory entry, newest first; the last 20 versions are kept",
    input: z.strictObject({ ...scope, key, ...page }),
    output: pageOf(wire.MemoryVersion),
    status: 200,
    media: "application/json",
  },
  searchMemory: {
    method: "GET",
    path: "/v1/memory/search",
    right: "memory",
    summary: "Memory entries whose key or a line of whose value matches a pattern",
    input: z.strictObject({
      ...scope,
      pattern: z.string().meta({ description: "1 to 256 characters." }),
      syntax: z
        .enum(PATTERN_SYNTAXES)
        .optional()
        .meta({ description: "`literal` where absent; `regex` is RE2 syntax." }),
    }),
    output: wire.MemorySearch,
    status: 200,
    media: "application/json",
  },
  deleteMemory: {
    method: "POST",
    path: "/v1/memory/delete",
    right: "memory",
    summary: "Delete a memory entry; its earlier versions are kept",
    input: z.strictObject({ ...scope, key }),
    output: wire.MemoryItem,
    status: 200,
    media: "application/json",
  },
  restoreMemory: {
    method: "POST",
    path: "/v1/memory/restore",
    right: "memory",
    summary: "Write an earlier version of a memory entry again as the newest",
    input: z.strictObject({ ...scope, key, version }),
    output: wire.MemoryEntry,
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
