import type { JsonObject } from "../../domain/json.ts";
import type { Caller, Right } from "../../domain/people/principal.ts";
import type { Earshot } from "./earshot.ts";
import type { ToolDoor } from "./tool-door.ts";

/** A tool as programs and models are told of it; the schemas are JSON Schema of objects. */
export interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** Of every result but errors. */
  readonly outputSchema: JsonObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** A call of it needs all of these. */
  readonly rights: readonly Right[];
  /** May hold its call until a person answers. */
  readonly waits: boolean;
}

/** The tools that every agent may call, through whatever door. */
export interface AgentSurface {
  /** Always in the same order. */
  readonly tools: readonly ToolFacts[];
  /** The tools as this caller; asked again for the same caller it gives the same. */
  open(caller: Caller, earshot: Earshot): ToolDoor;
  /** What there is, for everyone to read; with a need in plain words, the tools that meet it best. */
  capabilities(search?: string): JsonObject;
}
