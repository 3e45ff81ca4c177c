import { matchesGlob } from "../../domain/glob.ts";
import type { SessionEntry } from "../../domain/sessions/session.ts";
import { contextOf, resultOf } from "./call-context.ts";
import { openTools } from "./session-tools.ts";
import type { SessionWork } from "./session-work.ts";

/** The current result of a precondition. */
export interface Checked {
  /** The tool and its arguments. */
  readonly check: string;
  readonly text: string;
  readonly isError: boolean;
}

/** Runs the checks that guard the calls of a tool. */
export async function lookAt(
  work: SessionWork,
  { tool, key }: { readonly tool: string; readonly key: string },
): Promise<readonly Checked[]> {
  const guards = work.runtime.preconditions.filter((one) => matchesGlob(one.tool, tool));
  const looked: Checked[] = [];
  for (const { check: name, args } of guards) {
    const check = `${name} ${JSON.stringify(args)}`;
    const { registry, dispatcher } = openTools({ ...work.pool, names: [name] });
    if (registry.find(name)?.tool.annotations.readOnly !== true) {
      looked.push({
        check,
        text: `${name} is not read-only, so it checks nothing.`,
        isError: true,
      });
      continue;
    }
    work.assertHeld();
    const context = contextOf(work, { key: `${key}.check` });
    looked.push({ check, ...resultOf(await dispatcher.dispatch(name, args, context)) });
  }
  return looked;
}

/** Why what people approved may not run now, judging by its preconditions; undefined if it may. */
export function differs(
  before: ReadonlyMap<string, string>,
  now: readonly Checked[],
): string | undefined {
  for (const { check, text, isError } of now) {
    const was = before.get(check);
    if (isError) return `the precondition ${check} cannot be checked: ${text}`;
    if (was === undefined)
      return `nobody had looked at the precondition ${check} when people were asked`;
    if (was !== text) {
      return `the precondition ${check} has changed since people were asked. It was: ${was}\nIt is: ${text}`;
    }
  }
  const gone = [...before.keys()].find((check) => !now.some((one) => one.check === check));
  return gone === undefined ? undefined : `the precondition ${gone} is not checked any more`;
}

/** The results of a call's preconditions when people were asked. */
export function checkedBefore(
  entries: readonly SessionEntry[],
  call: string,
): ReadonlyMap<string, string> {
  const found = entries.flatMap(({ body }) =>
    body.kind === "checked" && body.call === call ? [[body.check, body.text] as const] : [],
  );
  return new Map(found);
}
