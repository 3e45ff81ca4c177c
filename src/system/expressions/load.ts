import type { Expressions } from "../../domain/policy/expressions/expression.ts";

let loading: Promise<Expressions> | undefined;

/** The evaluator, which takes longer to load than most commands take: nothing loads it without a need. */
export function loadExpressions(): Promise<Expressions> {
  loading ??= import("./engine.ts").then(({ createExpressions }) => createExpressions());
  return loading;
}
