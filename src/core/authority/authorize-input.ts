import { checkToolArgs } from "../../domain/authority/tool-args.ts";
import { checkToolName } from "../../domain/authority/tool-definition.ts";
import { EarshotError } from "../../domain/errors.ts";
import { inTime } from "../../domain/in-words.ts";
import type { Json } from "../../domain/json.ts";
import {
  MAX_ARGS_BYTES,
  MAX_AUTHORIZATION_EXPIRY_MS,
  MAX_NAME_LENGTH,
  MAX_SHOWN_ARGS_BYTES,
  MIN_EXPIRY_MS,
} from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { checkNotBlank, checkText, utf8Length } from "../../domain/text.ts";
import type { AuthorizeInput } from "../../ports/earshot/authority.ts";
import type { Context } from "../call/context.ts";
import { assertAllGiven } from "../evidence/bind-evidence.ts";
import { refuseLeaks } from "./secret-leaks.ts";
import { checkDefinition } from "./tool-pins.ts";

const MAX_REASON_BYTES = 16 * 1024;
const MAX_SCHEMA_BYTES = 64 * 1024;
const MAX_DEPTH = 32;
const MAX_RESOURCES = 100;
const MAX_SECRETS = 50;
const MAX_URI_BYTES = 4 * 1024;
const HASH = /^[0-9a-f]{64}$/;

/** Refuses input that could not be shown, decided on or bound to a digest. */
export function checkAuthorizeInput(ctx: Context, caller: Caller, input: AuthorizeInput): void {
  requireAgent(caller);
  const { tool, reason, onBehalfOf, session, toolSchemaHash, expiresInMs } = input;
  checkToolName(tool);
  checkArgs(ctx, input.args, MAX_ARGS_BYTES);
  checkNotBlank(reason, "reason");
  checkText(reason, "reason", MAX_REASON_BYTES);
  if (onBehalfOf !== undefined) checkText(onBehalfOf, "onBehalfOf", MAX_NAME_LENGTH * 4);
  if (session !== undefined) checkText(session, "session", MAX_NAME_LENGTH * 4);
  if (toolSchemaHash !== undefined) checkHash(toolSchemaHash, "toolSchemaHash");
  checkDefinition(ctx, { tool, hash: toolSchemaHash, now: input.toolDefinition });
  checkSchema(ctx, input);
  checkResources(input);
  assertAllGiven(input.evidence);
  if ((input.secrets?.length ?? 0) > MAX_SECRETS) {
    throw tooMany("secrets", MAX_SECRETS, "arguments");
  }
  refuseLeaks(input);
  if (expiresInMs !== undefined) checkExpiry(expiresInMs);
}

export function requireAgent({ principal: { kind, name } }: Caller): void {
  if (kind === "agent") return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `Only an agent seeks authorizations, and "${name}" is a ${kind}. Use the key of the agent.`,
  );
}

/**
 * Refuses arguments that are not JSON or too long. Without a given limit, too long means too long
 * to show whole.
 */
export function checkArgs(
  { digest }: Pick<Context, "digest">,
  args: AuthorizeInput["args"],
  maxBytes = MAX_SHOWN_ARGS_BYTES,
): void {
  if (depthOf(args) > MAX_DEPTH) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The arguments are nested deeper than ${MAX_DEPTH} levels, which nobody could read.`,
      { details: { what: "args" } },
    );
  }
  const bytes = utf8Length(digest.canonical(args));
  if (bytes <= maxBytes) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The arguments have ${bytes} bytes; at most ${maxBytes} fit. Pass long content as a resource, by its digest.`,
    { details: { what: "args", bytes, maxBytes } },
  );
}

/** How deep a value is nested, counted no further than the refused depth. */
function depthOf(value: Json, depth = 0): number {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return depth;
  return Object.values(value).reduce<number>(
    (deepest, inner) => Math.max(deepest, depthOf(inner, depth + 1)),
    depth + 1,
  );
}

/** People are not asked about what the tool would refuse. An unreadable schema refuses nothing. */
function checkSchema(ctx: Context, { argsSchema, args }: AuthorizeInput): void {
  if (argsSchema === undefined) return;
  checkText(JSON.stringify(argsSchema), "argsSchema", MAX_SCHEMA_BYTES);
  const faults = checkToolArgs(argsSchema, args, ctx.checkSchema) ?? [];
  if (faults.length === 0) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The arguments do not fit the schema that came with them. ${faults.join(" ")} Correct them and ask again.`,
    { details: { what: "args", faults } },
  );
}

function checkResources({ resources = [] }: AuthorizeInput): void {
  if (resources.length > MAX_RESOURCES) throw tooMany("resources", MAX_RESOURCES, "resources");
  for (const { uri, sha256 } of resources) {
    checkNotBlank(uri, "uri of a resource");
    checkText(uri, "uri of a resource", MAX_URI_BYTES);
    checkHash(sha256, "sha256 of a resource");
  }
}

export function checkHash(text: string, what: string): void {
  if (HASH.test(text)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The ${what} is a SHA-256 as 64 lower-case hexadecimal digits.`,
    { details: { what } },
  );
}

function checkExpiry(ms: number): void {
  if (Number.isFinite(ms) && ms >= MIN_EXPIRY_MS && ms <= MAX_AUTHORIZATION_EXPIRY_MS) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `An authorization expires after ${inTime(MIN_EXPIRY_MS)} to ${inTime(MAX_AUTHORIZATION_EXPIRY_MS)}; ${ms} ms is outside that.`,
  );
}

function tooMany(what: string, most: number, noun: string): EarshotError {
  return new EarshotError("INVALID_INPUT", `At most ${most} ${noun} can be named in ${what}.`);
}
