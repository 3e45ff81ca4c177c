import type { JsonObject } from "../../domain/json.ts";
import type { RegisteredTool } from "../registry/registry.ts";

interface Parameter {
  readonly description?: string;
  readonly type?: unknown;
}

/** What a model is told of a tool and its parameters, as Markdown. */
export function toolLines({ tool, parameters }: RegisteredTool): readonly string[] {
  const { required = [] } = parameters as { readonly required?: readonly string[] };
  const taken = Object.entries((parameters["properties"] ?? {}) as Record<string, Parameter>);
  const lines = taken.map(([name, parameter]) => {
    const facts = [typeOf(parameter), required.includes(name) ? "required" : "optional"];
    return `- \`${name}\` (${facts.join(", ")}): ${parameter.description ?? ""}`.trimEnd();
  });
  return [
    tool.description,
    "",
    ...(lines.length === 0 ? ["It takes no arguments."] : lines),
    "",
    factsOf({ tool, parameters }),
  ];
}

function typeOf({ type }: Parameter): string {
  return typeof type === "string" ? type : "of several types";
}

function factsOf({
  tool: { annotations, timeoutMs },
}: {
  readonly tool: RegisteredTool["tool"];
  readonly parameters: JsonObject;
}): string {
  const { readOnly, repeatable, destructive = false } = annotations;
  return [
    readOnly ? "Changes nothing." : "Changes something.",
    ...(destructive ? ["Takes something back or away."] : []),
    ...(repeatable ? ["Repeating the same call has no second effect."] : []),
    ...(timeoutMs === Number.POSITIVE_INFINITY ? ["May wait for a person."] : []),
  ].join(" ");
}
