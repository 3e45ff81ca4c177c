import { compileGlob } from "../../glob.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { Expression, Expressions, Truth } from "../expressions/expression.ts";
import type { Subject, TextTest } from "./subject.ts";
import { FAILS, FALSE, TRUE, type ValueSet } from "./value-set.ts";

/** What a condition makes of one value, by asking the evaluator itself. */
export interface Ground {
  /** Undefined where that depends on more than the value. */
  outcome(subject: Subject, value: Json | undefined): ValueSet | undefined;
  ofText(test: TextTest, text: string): ValueSet | undefined;
}

export function createGround(expressions: Expressions | undefined): Ground {
  const compiled = new Map<string, Expression | undefined>();
  const judge = (source: string, args: JsonObject): ValueSet | undefined => {
    if (!compiled.has(source)) compiled.set(source, read(source));
    const call = { tool: "", args, agent: "", session: "", onBehalfOf: "", resources: [] };
    const ready = expressions?.call({ ...call, level: "MEDIUM", now: 0 });
    return ready && setOf(compiled.get(source)?.judge(ready));
  };

  function read(source: string): Expression | undefined {
    try {
      return expressions?.compile(source);
    } catch {
      // Written out again, not everything can be read, such as characters that CEL escapes otherwise.
      return undefined;
    }
  }

  return {
    outcome({ id, of }, value) {
      const [part, ...deeper] = of?.parts ?? [];
      if (part === undefined || deeper.length > 0) return undefined;
      return judge(id, value === undefined ? {} : { [part]: value });
    },
    ofText(test, text) {
      const plain = PLAIN[test.kind];
      if (plain !== undefined) return plain(text, test.text) ? TRUE : FALSE;
      return judge(`args.x.matches(${JSON.stringify(test.text)})`, { x: text });
    },
  };
}

const PLAIN: Readonly<
  Partial<Record<TextTest["kind"], (text: string, against: string) => boolean>>
> = {
  glob: (text, against) => compileGlob(against)(text),
  startsWith: (text, against) => text.startsWith(against),
  endsWith: (text, against) => text.endsWith(against),
  contains: (text, against) => text.includes(against),
};

function setOf(truth: Truth | undefined): ValueSet | undefined {
  if (typeof truth === "object") return FAILS;
  return truth === undefined ? undefined : truth ? TRUE : FALSE;
}
