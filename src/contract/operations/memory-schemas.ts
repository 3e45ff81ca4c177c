import { z } from "zod";
import { Actor, Timestamp } from "../schemas/values.ts";

/* What crosses the wire about memory. */

const memoryFacts = {
  key: z.string(),
  version: z.int().meta({ description: "1 for the first; also a deletion makes the next." }),
  writtenAt: Timestamp,
  writtenBy: Actor,
  restoredFrom: z.int().optional().meta({ description: "The version that was brought back." }),
};
export const MemoryEntry = z
  .strictObject({ ...memoryFacts, value: z.string() })
  .meta({ id: "MemoryEntry", description: "Text that is kept under a key." });

export const MemoryItem = z
  .strictObject({ ...memoryFacts, bytes: z.int() })
  .meta({ id: "MemoryItem", description: "A memory entry without its value." });

export const MemoryVersion = z.strictObject({ ...memoryFacts, value: z.string().optional() }).meta({
  id: "MemoryVersion",
  description: "One version in the history of a key; a deletion has no value.",
});

const MemoryMatch = z
  .strictObject({
    key: z.string(),
    excerpt: z.string().meta({ description: "The first line that matches, cut to 200." }),
    line: z
      .int()
      .min(0)
      .meta({ description: "Counted from 1; 0 where the key matches and no line does." }),
  })
  .meta({ id: "MemoryMatch" });

export const MemorySearch = z
  .strictObject({
    matches: z.array(MemoryMatch),
    isPartial: z.boolean().meta({ description: "There is more, or the time ran out." }),
  })
  .meta({ id: "MemorySearch", description: "At most 100 entries that match." });
