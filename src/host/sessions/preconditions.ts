import { matchesGlob } from "../../domain/glob.ts";
import type { SessionEntry } from "../../domain/sessions/session.ts";
import { contextOf, resultOf } from "./call-context.ts";
import { openTools } from "./session-tools.ts";
import type { SessionWork } from "./session-work.ts";

/** What a precondition is now. */
export interface Checked {
  /** The tool and what it is called with. */
  readonly check: string;
  readonly text: string;
  readonly isError: boolean;
}

/** Looks at whatever guards the calls of a tool. */
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

/** Why what people approved may not run now, as far as its preconditions tell; undefined where it may. */
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

/** What the preconditions of a call were when people were asked. */
export function checkedBefore(
  entries: readonly SessionEntry[],
  call: string,
): ReadonlyMap<string, string> {
  const found = entries.flatMap(({ body }) =>
    body.kind === "checked" && body.call === call ? [[body.check, body.text] as const] : [],
  );
  return new Map(found);
}
