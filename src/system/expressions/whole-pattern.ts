import { RE2JS } from "re2js";
import { InvalidExpression } from "../../domain/policy/expressions/expression.ts";

/** Steps of a compiled pattern; that of a ticket has less than fifty. */
const MAX_STEPS = 500;

/** What says whether a pattern in RE2 is a whole text. Throws an `InvalidExpression`. */
export function wholePattern(pattern: string): (text: string) => boolean {
  const compiled = compile(pattern);
  if (compiled.programSize() > MAX_STEPS) {
    throw invalid("It repeats too much: use fewer or smaller repeats.");
  }
  return (text) => compiled.matches(text);
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw invalid(`It is not RE2 syntax: ${(error as Error).message}.`);
  }
}

function invalid(what: string): InvalidExpression {
  return new InvalidExpression({ at: 0, what });
}
