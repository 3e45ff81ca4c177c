import type { RunningServer } from "../../compose/server.ts";
import type { JsonObject } from "../../domain/json.ts";
import { isSameJson } from "../../domain/json-equal.ts";
import { policyWarnings } from "../../domain/policy/check-open.ts";
import { checkPolicy } from "../../domain/policy/check-rules.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { visibleText } from "../../render/visible-text.ts";
import { readKeyFile } from "../../system/data-folder.ts";
import { peopleOf } from "../policy/known-people.ts";
import { findPolicyFile } from "../policy/policy-place.ts";
import { readPolicyFile } from "../policy/read-policy-file.ts";
import { problemLine, warningLines } from "../policy/warning-lines.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { folderOf } from "../terminal/with-folder.ts";

export interface PolicyOptions {
  /** False: none is read. */
  readonly policy?: string | false;
  readonly withoutSecondOwner?: true;
}

export interface PolicyFile {
  readonly file: string;
  readonly source: JsonObject;
  /** Given on the command line; a file that merely lies there must not replace what was applied. */
  readonly isNamed: boolean;
}

/** The named file, or the one beside the data folder, if there is one. */
export async function policyOf(
  { policy: named }: Pick<PolicyOptions, "policy">,
  data: string,
): Promise<PolicyFile | undefined> {
  if (named === false) return undefined;
  const file = named ?? findPolicyFile(data);
  if (file === undefined) return undefined;
  return { file, source: await readPolicyFile(file), isNamed: named !== undefined };
}

/** What became of the file; standard error says so if it is not in force. */
export async function policyLine(
  { output, options }: RunContext,
  server: RunningServer,
  policy: PolicyFile | undefined,
): Promise<string | undefined> {
  if (policy === undefined) return undefined;
  const file = visibleText(policy.file);
  const earshot = await server.signIn(readKeyFile(options.data, "operator") ?? "");
  const inForce = async () => {
    const read = readPolicy(policy.source);
    const people = earshot === undefined ? undefined : await peopleOf(earshot);
    for (const problem of checkPolicy(read, people)) output.note(problemLine(problem));
    for (const line of policyWarnings(read).flatMap(warningLines)) output.note(line);
    return `The policy of ${file} is in force.`;
  };
  if (policy.isNamed) return await inForce();
  if (earshot === undefined) return undefined;
  const { source } = await earshot.policy();
  if (source !== undefined && isSameJson(source, policy.source)) return await inForce();
  const apply = `npx earshot policy apply${folderOf(options.data)}`;
  output.note(`${file} differs from the policy in force: ${apply}`);
  return undefined;
}
