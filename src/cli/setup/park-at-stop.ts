import { setImmediate } from "node:timers/promises";
import type { ToolAnswer, ToolCall, ToolDoor } from "../../ports/earshot/tool-door.ts";

const PARK_MS = 3_000;

export interface ParkingDoor extends ToolDoor {
  /** Resolves once every call has its result and whoever called has had a turn to pass it on. */
  settled(): Promise<void>;
}

/**
 * Tools whose calls wait no longer once the program is to stop: each that is under way is repeated
 * without a hold, which comes to the same request, so that the model is told that it is pending.
 */
export function parkAtStop(tools: ToolDoor, stop: AbortSignal): ParkingDoor {
  const underWay = new Set<Promise<unknown>>();

  async function callOrPark(given: ToolCall): Promise<ToolAnswer> {
    const call = { ...given, call: given.call ?? `call_${crypto.randomUUID()}` };
    const signals = call.signal === undefined ? [stop] : [stop, call.signal];
    try {
      return await tools.callTool({ ...call, signal: AbortSignal.any(signals) });
    } catch (error) {
      if (!stop.aborted || call.signal?.aborted === true) throw error;
      // A server that has gone too is not waited for: the stop is to come to an end.
      const soon = AbortSignal.any([AbortSignal.timeout(PARK_MS), ...signals.slice(1)]);
      return await tools.callTool({ ...call, holdMs: 0, signal: soon });
    }
  }

  return {
    callTool(call) {
      const called = callOrPark(call);
      const end = () => void underWay.delete(called);
      underWay.add(called);
      called.then(end, end);
      return called;
    },
    async settled() {
      await Promise.allSettled(underWay);
      await setImmediate();
    },
  };
}
