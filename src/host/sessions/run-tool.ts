import { type CallResult, contextOf, type KeyedCall, resultOf } from "./call-context.ts";
import { runWorker } from "./run-worker.ts";
import type { SessionWork } from "./session-work.ts";

/** Runs a tool. Before one with an effect, it records that the effect may have happened. */
export async function runTool(work: SessionWork, call: KeyedCall): Promise<CallResult> {
  const isReadOnly = work.tools.registry.find(call.name)?.tool.annotations.readOnly !== false;
  if (!isReadOnly && !work.state().begun.has(call.id)) {
    await work.record({ kind: "begun", call: call.id, tool: call.name });
  }
  return await dispatch(work, call);
}

export async function dispatch(work: SessionWork, call: KeyedCall): Promise<CallResult> {
  work.at("before_tool");
  work.assertHeld();
  const result = await work.tools.dispatcher.dispatch(
    call.name,
    call.args,
    contextOf(work, call, (input) => runWorker(work, call, input)),
  );
  work.at("after_tool");
  work.assertHeld();
  return resultOf(result);
}
