import type { JsonObject } from "../../domain/json.ts";
import type { Caller, Right } from "../../domain/people/principal.ts";
import type { Earshot } from "./earshot.ts";
import type { ToolDoor } from "./tool-door.ts";

/** A tool as described to programs and models; the schemas are JSON Schema of objects. */
export interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** The schema of every result except errors. */
  readonly outputSchema: JsonObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** A call needs all of these. */
  readonly rights: readonly Right[];
  /** Only callers that carry a person have it. */
  readonly forPeople?: true;
  /** May hold its call until a person answers. */
  readonly waits: boolean;
}

/** The tools that every agent may call, through any door. */
export interface AgentSurface {
  /** Always in the same order. */
  readonly tools: readonly ToolFacts[];
  /** The tools for this caller; the same caller gets the same door again. */
  open(caller: Caller, earshot: Earshot): ToolDoor;
  /** What Earshot offers, for everyone to read; given a need in plain words, the tools that fit best. */
  capabilities(search?: string): JsonObject;
}
