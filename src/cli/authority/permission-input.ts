import type { Level } from "../../domain/authority/action.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { PermissionScope } from "../../domain/policy/permission.ts";
import type { ArgumentConditions } from "../../domain/policy/policy.ts";
import { present } from "../../domain/present.ts";
import type { PermitInput } from "../../ports/earshot/authority.ts";
import { parseArgument } from "./read-object.ts";

export interface GiveOptions {
  readonly like?: RequestId;
  readonly scope: PermissionScope;
  readonly agent?: string;
  readonly tool?: string;
  readonly arg?: readonly string[];
  readonly level?: Exclude<Level, "CRITICAL">;
  readonly for?: number;
}

/** What is wrong with the options together, although each alone may be right. */
export function giveFault({ like, scope, agent, tool, arg }: GiveOptions): string | undefined {
  if (scope !== "pattern") {
    if (like === undefined) return `--scope ${scope} wants --like: the request to take it from.`;
    return (agent ?? tool ?? arg) === undefined
      ? undefined
      : "--agent, --tool and --arg go with --scope pattern.";
  }
  if (like !== undefined && agent !== undefined)
    return "--like names the agent: leave --agent out.";
  if (like !== undefined || (agent !== undefined && tool !== undefined)) return undefined;
  return "--scope pattern wants --agent and --tool, or --like.";
}

export function permitInput(options: GiveOptions): PermitInput {
  const { like, scope, agent, tool, arg, level } = options;
  return {
    scope,
    ...present({
      like,
      agent,
      tool,
      args: arg === undefined ? undefined : conditions(arg),
      level,
      forMs: options.for,
    }),
  };
}

/** `/path=JSON`: the argument there has to be exactly that. */
function conditions(given: readonly string[]): ArgumentConditions {
  const pairs = given.map((text) => {
    const at = text.indexOf("=");
    if (at === -1 || !text.startsWith("/")) {
      throw new EarshotError(
        "INVALID_INPUT",
        `--arg wants a JSON Pointer, an equals sign and JSON, such as '/environment="staging"'; ${JSON.stringify(text)} is not that.`,
      );
    }
    const pointer = text.slice(0, at);
    return [pointer, { equals: parseArgument(`--arg ${pointer}`, text.slice(at + 1)) }] as const;
  });
  const pointers = new Set(pairs.map(([pointer]) => pointer));
  if (pointers.size === pairs.length) return Object.fromEntries(pairs);
  throw new EarshotError("INVALID_INPUT", "--arg names the same argument twice.");
}
