import { hash } from "node:crypto";
import { EarshotError } from "../../domain/errors.ts";

/** The MCP server that the proxy guards. */
export type UpstreamTarget =
  | {
      readonly kind: "command";
      readonly command: string;
      readonly args: readonly string[];
      /** Where it is started: a relative path in the command means something else elsewhere. */
      readonly folder: string;
    }
  | {
      readonly kind: "url";
      readonly url: URL;
      readonly headers: Readonly<Record<string, string>>;
    };

export interface TargetOptions {
  readonly url?: string;
  readonly header?: readonly string[];
}

/** Where the command line was given. */
export interface Surroundings {
  readonly folder: string;
  readonly variable: (name: string) => string | undefined;
}

/** Which server the command line names; INVALID_INPUT if it names none, or two. */
export function readTarget(
  words: readonly string[],
  { url, header }: TargetOptions,
  { folder, variable }: Surroundings,
) {
  const [command, ...args] = words;
  if (url === undefined) {
    if (command === undefined) throw unfit("Name the server to guard: -- COMMAND, or --url.");
    if (header !== undefined) throw unfit("--header goes with --url only.");
    return { kind: "command", command, args, folder } as const satisfies UpstreamTarget;
  }
  if (command !== undefined) throw unfit("Give either --url or -- COMMAND, not both.");
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw unfit(`--url is ${JSON.stringify(url)}. Write it as https://host/mcp.`);
  }
  const headers = Object.fromEntries((header ?? []).map((text) => readHeader(text, variable)));
  return { kind: "url", url: new URL(url), headers } as const satisfies UpstreamTarget;
}

type Variable = Surroundings["variable"];

function readHeader(text: string, variable: Variable): [string, string] {
  const [, name, written] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*)$/s.exec(text) ?? [];
  if (name === undefined || written === undefined) {
    // Its value may be a secret, and is not repeated.
    throw unfit("A --header is written as 'Name: value'.");
  }
  const value = headerValue(name, written, variable);
  // The error when sending it would quote a value that does not fit.
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw unfit(`The value of the header ${name} has characters that no header can carry.`);
  }
  return [name, value];
}

/** `$NAME`, or `Bearer $NAME`: every user of the machine can see a command line. */
function headerValue(name: string, written: string, variable: Variable): string {
  const [, scheme = "", from] = /^(\w+ +)?\$([A-Za-z_]\w*)$/.exec(written.trim()) ?? [];
  if (from === undefined) return written;
  const value = variable(from)?.trim();
  if (value !== undefined && value !== "") return `${scheme}${value}`;
  throw unfit(
    `The header ${name} is to come from the environment variable ${from}, which is not set. Set it where the proxy is started.`,
  );
}

/**
 * Distinguishes this server from others: the same tool name on another server is another tool. It
 * is stored and shown with the tool, and hashed since addresses and arguments may hold secrets.
 */
export function identityOf(target: UpstreamTarget): string {
  return `${titleOf(target)} ${hash("sha256", placeOf(target), "hex").slice(0, 32)}`;
}

function placeOf(target: UpstreamTarget): string {
  if (target.kind === "url") return target.url.href;
  const { folder, command, args } = target;
  return JSON.stringify({ folder, command: [command, ...args] });
}

/** The name that people see; arguments may hold secrets and are left out. */
export function titleOf(target: UpstreamTarget): string {
  return target.kind === "url" ? `${target.url.origin}${target.url.pathname}` : target.command;
}

const unfit = (message: string) => new EarshotError("INVALID_INPUT", message);
