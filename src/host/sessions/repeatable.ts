import type { SessionCall } from "../../domain/sessions/session.ts";
import { openTools } from "./session-tools.ts";
import type { SessionWork } from "./session-work.ts";

/** Whether a call that may have run can be repeated without a second effect. */
export function isRepeatable(
  { tools, runtime, pool }: Pick<SessionWork, "tools" | "runtime" | "pool">,
  { name, args }: Pick<SessionCall, "name" | "args">,
): boolean {
  const annotations = tools.registry.find(name)?.tool.annotations;
  if (annotations === undefined || annotations.readOnly || annotations.repeatable) return true;
  if (name !== "run_worker") return false;
  // A worker does something else each time, so only one that changes nothing is started over.
  const { name: called } = (args ?? {}) as { readonly name?: unknown };
  const worker = runtime.workers.find((one) => one.name === called);
  if (worker === undefined) return true;
  const { registry } = openTools({ ...pool, names: worker.tools });
  return registry.tools.every(({ tool }) => tool.annotations.readOnly);
}
