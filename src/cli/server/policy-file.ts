import { isYes } from "../../channels/console/yes-no.ts";
import type { RunningServer } from "../../compose/server.ts";
import { isEarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { isSameJson } from "../../domain/json-equal.ts";
import { policyWarnings } from "../../domain/policy/checks/check-open.ts";
import { checkPolicy } from "../../domain/policy/checks/check-rules.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { visibleText } from "../../render/visible-text.ts";
import { readKeyFile } from "../../system/data-folder.ts";
import { peopleOf } from "../policy/known-people.ts";
import { findPolicyFile } from "../policy/policy-place.ts";
import { loadedPolicy, readPolicyFile } from "../policy/read-policy-file.ts";
import { passingLines, problemLine, warningLines } from "../policy/warning-lines.ts";
import { atControllingTerminal } from "../terminal/controlling-terminal.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { orStepUpAtTerminal } from "../terminal/step-up.ts";
import { folderOf } from "../terminal/with-folder.ts";

export interface PolicyOptions {
  /** False: none is read. */
  readonly policy?: string | false;
  readonly withoutSecondOwner?: true;
}

export interface PolicyFile {
  readonly file: string;
  readonly source: JsonObject;
  /** Given on the command line. One that merely lies there may be somebody else's, as in a cloned folder. */
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

export interface FoundPolicy {
  readonly server: RunningServer;
  readonly policy: PolicyFile | undefined;
  /** Whether a person is at the terminal and may be asked. */
  readonly asks: boolean;
}

/** What became of the file; standard error says so if it is not in force. */
export async function policyLine(
  context: RunContext,
  { server, policy, asks }: FoundPolicy,
): Promise<string | undefined> {
  if (policy === undefined) return undefined;
  const { output, options } = context;
  const file = visibleText(policy.file);
  const earshot = await server.signIn(readKeyFile(options.data, "operator") ?? "");
  const inForce = async () => {
    const ready = await loadedPolicy(policy.source);
    const people = earshot === undefined ? undefined : await peopleOf(earshot);
    for (const problem of checkPolicy(ready.compiled, people)) output.note(problemLine(problem));
    for (const line of policyWarnings(ready.compiled).flatMap(warningLines)) output.note(line);
    return `The policy of ${file} is in force.`;
  };
  if (policy.isNamed) return await inForce();
  if (earshot === undefined) return undefined;
  const { source, revision } = await earshot.policy();
  if (source !== undefined && isSameJson(source, policy.source)) return await inForce();
  const apply = `npx earshot policy apply${folderOf(options.data)}`;
  if (source !== undefined) {
    output.note(`${file} differs from the policy in force: ${apply}`);
    return undefined;
  }
  if (await isTrusted(context, earshot, { policy, asks, revision })) return await inForce();
  output.note(
    `${file} was found here and is not in force: nobody has put it in force, and until then people are asked about every action. To see what it lets pass: npx earshot policy check${folderOf(options.data)}. To put it in force: ${apply}`,
  );
  return undefined;
}

/** Puts the file in force if the person at the terminal says yes to what it lets pass. */
async function isTrusted(
  { signal, output }: RunContext,
  earshot: Earshot,
  {
    policy,
    asks,
    revision,
  }: Pick<FoundPolicy, "asks"> & { readonly policy: PolicyFile; readonly revision: string },
): Promise<boolean> {
  const lines = passingLines((await loadedPolicy(policy.source)).compiled);
  if (!asks) return false;
  const file = visibleText(policy.file);
  const why = "a policy that was found is put in force by a person at one";
  try {
    const isMeant = await atControllingTerminal({ why, signal }, async ({ print, readLine }) => {
      print(
        `${file} was found here, and no policy is in force. In force, it lets this pass unasked:`,
      );
      for (const line of lines) print(line);
      return isYes(await readLine("Put it in force? [y/N] "));
    });
    if (!isMeant) return false;
    await orStepUpAtTerminal(signal, (proof) =>
      earshot.applyPolicy(
        { source: policy.source, replaces: revision, ...proof },
        { via: "console" },
      ),
    );
    return true;
  } catch (error) {
    if (!isEarshotError(error) || signal.aborted || error.code === "INTERRUPTED") throw error;
    if (error.code !== "END_OF_INPUT") output.note(visibleText(error.message));
    return false;
  }
}
