import { expect } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Caller } from "../../src/domain/people/principal.ts";
import type { ToolAnswer, ToolCall } from "../../src/ports/earshot/tool-door.ts";
import type { TallyKind } from "../../src/ports/system/tally.ts";
import { digest } from "../../src/system/digest.ts";
import {
  type AgentSurfaceOptions,
  createAgentSurface,
} from "../../src/tools/interaction/surface.ts";
import type { Part, World } from "../suites/earshot/world.ts";
import { openInProcess } from "../support/world.ts";

/** The agent's surface over a world of its own, with what it counted and what went wrong. */
export async function openDoors(options: Partial<AgentSurfaceOptions> = {}) {
  const world: World = await openInProcess();
  const counted: TallyKind[] = [];
  const faults: unknown[] = [];
  const partOf = new WeakMap<Caller, Part>();
  const surface = createAgentSurface({
    limit: async () => {},
    record: async (caller, input, more) =>
      await world.as(partOf.get(caller) ?? "scout").recordToolCall(input, more),
    tally: { count: (kind) => void counted.push(kind) },
    digest: digest.json,
    now: () => world.clock.now(),
    onFault: (error) => void faults.push(error),
    ...options,
  });

  async function callerOf(part: Part, holdMs?: number): Promise<Caller> {
    const { principal, rights } = await world.as(part).whoami();
    const hold = holdMs === undefined ? {} : { holdMs };
    const caller = { principal, rights: new Set(rights), ...hold };
    // A server records on behalf of everybody; here an agent stands in for people.
    if (principal.kind === "agent") partOf.set(caller, part);
    return caller;
  }

  return {
    world,
    surface,
    counted,
    faults,
    /** Calls a tool as the holder of a key with no hold, unless told otherwise. */
    async call(
      name: string,
      args: JsonObject = {},
      { as = "scout", ...more }: Partial<ToolCall> & { as?: Part; keyHoldMs?: number } = {},
    ): Promise<ToolAnswer> {
      const { keyHoldMs = 0, ...rest } = more;
      const door = surface.open(await callerOf(as, keyHoldMs), world.as(as));
      return await door.callTool({ name, args, ...rest });
    },
    async close() {
      await surface.settled();
      await world.close();
      expect(faults).toEqual([]);
    },
  };
}

export type Doors = Awaited<ReturnType<typeof openDoors>>;
