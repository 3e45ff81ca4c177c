import {
  createToolDispatcher,
  type ToolDispatcherOptions,
} from "../../src/tools/registry/dispatcher.ts";
import { createToolRegistry } from "../../src/tools/registry/registry.ts";
import type { Tool, ToolEvent, ToolExecutionContext } from "../../src/tools/registry/tool.ts";
import { openInProcess } from "../support/world.ts";

/** As long as the worker lives: files that share it come one after another. */
const world = await openInProcess();
let calls = 0;

/** The context of a new call by an agent, in a world that all tests share. */
export function newContext(given: Partial<ToolExecutionContext> = {}): ToolExecutionContext {
  calls += 1;
  return {
    earshot: world.as("scout"),
    call: `call_${calls}`,
    signal: new AbortController().signal,
    ...given,
  };
}

/** A dispatcher of these tools with all that it told. */
export function observed(
  tools: readonly Tool[],
  options: Partial<Omit<ToolDispatcherOptions, "registry">> = {},
) {
  const events: ToolEvent[] = [];
  const faults: unknown[] = [];
  const dispatcher = createToolDispatcher({
    listeners: [(event) => void events.push(event)],
    onFault: (error) => void faults.push(error),
    ...options,
    registry: createToolRegistry(tools),
  });
  return { dispatcher, events, faults };
}
