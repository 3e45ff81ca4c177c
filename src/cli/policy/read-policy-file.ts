import { readFileSync } from "node:fs";
import type { Document } from "yaml";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { wholePolicy } from "../../domain/policy/checks/ready-policy.ts";
import type { CompiledPolicy } from "../../domain/policy/decide.ts";
import type { Policy } from "../../domain/policy/policy.ts";
import { MAX_POLICY_BYTES, readPolicy } from "../../domain/policy/read-policy.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import { loadExpressions } from "../../system/expressions/load.ts";
import { withFileLines } from "./fault-lines.ts";

/**
 * How often one anchor of YAML may be used; without a bound a small file could expand without end.
 */
const MAX_ALIASES = 100;
/** Comments and indentation included. */
const MAX_FILE_BYTES = 4 * MAX_POLICY_BYTES;

/**
 * Reads a policy file, YAML 1.2 or JSON, as data; `readPolicy` says whether it is a policy. Refuses
 * what YAML readers disagree on: a repeated key, unknown tags, a second document.
 */
export async function readPolicyFile(path: string): Promise<JsonObject> {
  return (await readPolicyText(path)).source;
}

/** A policy file as it is written, and as data. */
export interface PolicyText {
  readonly text: string;
  readonly document: Document;
  readonly source: JsonObject;
}

/** The same with the text of the file, or with another text that is to stand there. */
export async function readPolicyText(path: string, text = readText(path)): Promise<PolicyText> {
  // Loaded only by commands that read a policy.
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    version: "1.2",
    schema: "core",
    stringKeys: true,
    uniqueKeys: true,
  });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) {
    const [what = ""] = fault.message.split(/ at line \d/);
    throw refusal(`${path}:${lines.linePos(fault.pos[0]).line}: ${what.replace(/\.?$/, ".")}`);
  }
  const value = dataOf(document, path);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { text, document, source: value as JsonObject };
  }
  throw refusal(`${path}: A policy is a map with version and rules.`);
}

function readText(path: string): string {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > MAX_FILE_BYTES) {
      throw refusal(`${path} has ${bytes.length} bytes; at most ${MAX_FILE_BYTES} are read.`);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof EarshotError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") throw refusal(`${path} is not UTF-8.`, cause);
    const why = code === "ENOENT" ? "is not there" : `cannot be read: ${whyRefused(cause)}`;
    throw refusal(
      `The policy file ${path} ${why}. Give the path of a file that can be read.`,
      cause,
    );
  }
}

function dataOf(document: Document, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw refusal(`${path}: Its aliases cannot be followed. Write out what they stand for.`, cause);
  }
}

function refusal(message: string, cause?: unknown): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { cause });
}

export interface LoadedPolicy {
  readonly source: JsonObject;
  readonly policy: Policy;
  readonly compiled: CompiledPolicy;
  /** A fault of it with the line of the file, where there is one. */
  readonly located: (error: unknown) => unknown;
}

/** A policy from its file, as written, as understood, and ready for decisions. Faults have their line. */
export async function loadPolicy(path: string): Promise<LoadedPolicy> {
  const file = await readPolicyText(path);
  const located = (error: unknown) => withFileLines(error, path, file);
  try {
    return { ...(await loadedPolicy(file.source)), located };
  } catch (error) {
    throw located(error);
  }
}

/** The same of a policy that was read before. */
export async function loadedPolicy(source: JsonObject): Promise<LoadedPolicy> {
  const policy = readPolicy(source);
  const compiled = await wholePolicy(policy, loadExpressions);
  return { source, policy, compiled, located: (error) => error };
}
