import { type Command, Option } from "commander";
import { defeats } from "../../../domain/alone/world.ts";
import { isEarshotError } from "../../../domain/errors.ts";
import { inTime } from "../../../domain/in-words.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { POLICY_TRIED_ON_MS } from "../../../domain/limits.ts";
import type { PersonPrincipal } from "../../../domain/people/principal.ts";
import { policyChanges } from "../../../domain/policy/changes.ts";
import type { PolicyWarning } from "../../../domain/policy/checks/check-open.ts";
import { checkPolicy } from "../../../domain/policy/checks/check-rules.ts";
import type { Policy } from "../../../domain/policy/policy.ts";
import { expandedSource } from "../../../domain/policy/short-form.ts";
import { present } from "../../../domain/present.ts";
import type { PolicyInForce } from "../../../ports/earshot/authority.ts";
import type { Earshot } from "../../../ports/earshot/earshot.ts";
import { oneLine, visibleText } from "../../../render/visible-text.ts";
import { putLine } from "../../policy/history-lines.ts";
import { knownBefore } from "../../policy/known-before.ts";
import { knownPeople } from "../../policy/known-people.ts";
import { changedTestLines, changeLines } from "../../policy/policy-changes.ts";
import { POLICY_FILE, policyPlace } from "../../policy/policy-place.ts";
import { reachLines } from "../../policy/reach-lines.ts";
import { loadPolicy } from "../../policy/read-policy-file.ts";
import { problemLine, warningLines } from "../../policy/warning-lines.ts";
import { idOption } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { Output } from "../../terminal/output.ts";
import type { RunContext } from "../../terminal/run-context.ts";
import { orStepUpAtTerminal } from "../../terminal/step-up.ts";

const NAME_WIDTH = 128;

/** The group; its commands follow. */
export function definePolicy(program: Command): Command {
  return program
    .command("policy")
    .summary("Check, test, show and apply the rules that decide who is asked")
    .description("Check, test, show and apply the rules that decide who is asked.");
}

export const checkPolicyFile: CommandModule = {
  define: (policy) =>
    addCommand(policy, {
      usage: `check [file]`,
      summary: "Find rules that can never match, that nobody can satisfy or that let too much pass",
      more: `Reads ${POLICY_FILE} beside the data folder where no file is named. Where a server runs, the people who have keys there, the agents and the tools that these sought in the last ${inTime(POLICY_TRIED_ON_MS)} are held against the rules too. Of each warning a call is shown that these rules let through. Exit code 1 where something is wrong, and with --strict where something is warned of. What rules say of arguments is held against what the tools of the agents take, from that server or the data folder. With --as-attacker it asks the server instead what one person could bring about alone, by the file that is named or the rules in force: each rule with a call, and every step. Agents count as willing, since an agent is nobody's second pair of eyes. With --strict the exit code is then 1 where that person gets round a rule that wants several people.`,
      examples: [
        "npx earshot policy check",
        "npx earshot policy check rules/production.yaml",
        "npx earshot policy check --as-attacker ana",
      ],
    })
      .option("--strict", "exit code 1 also where there are warnings only")
      .addOption(
        idOption(
          "operator",
          new Option(
            "--as-attacker <name>",
            "what this person could bring about without anybody else, and how",
          ),
        ),
      ),

  async run(context, command) {
    const { output } = context;
    const [named] = command.processedArgs as [string | undefined];
    const { strict = false, asAttacker } = command.opts<CheckOptions>();
    if (asAttacker !== undefined)
      return await tellAlone(context, { named, person: asAttacker.name, strict });
    const file = named ?? policyPlace(context.options.data);
    const loaded = await loadPolicy(file);
    const { policy } = loaded;
    const people = await knownPeople(context);
    const unknown = "why" in people ? people.why : undefined;
    const problems = checkPolicy(loaded.compiled, "why" in people ? undefined : people);
    const { warnings } = await knownBefore(context, loaded);
    const { version, rules } = policy;
    if (context.options.json === true) {
      output.json({
        file,
        rules: rules.length,
        problems,
        warnings,
        checkedPeople: unknown === undefined,
      });
    } else printFound(output, { file, version, rules, problems, warnings, unknown });
    const isFine = problems.length === 0 && !(strict && warnings.length > 0);
    return isFine ? EXIT_CODES.answered : EXIT_CODES.error;
  },
};

interface CheckOptions {
  readonly strict?: true;
  readonly asAttacker?: PersonPrincipal;
}

/** By the rules of the file that is named, or by those in force. */
async function tellAlone(
  { output, options, connectAs }: RunContext,
  {
    named,
    person,
    strict,
  }: { readonly named: string | undefined; readonly person: string; readonly strict: boolean },
): Promise<number> {
  const source = named === undefined ? undefined : (await loadPolicy(named)).source;
  const told = await connectAs("operator").reachAlone({ person, ...present({ source }) });
  if (options.json === true) output.json(told);
  else for (const line of told.items.flatMap(reachLines)) output.line(line);
  const isFine = !strict || !told.items.some(({ reach }) => reach.some(defeats));
  return isFine ? EXIT_CODES.answered : EXIT_CODES.error;
}

interface Found extends Pick<Policy, "version" | "rules"> {
  readonly file: string;
  readonly problems: ReturnType<typeof checkPolicy>;
  readonly warnings: readonly PolicyWarning[];
  /** Why the people were not known, where they were not. */
  readonly unknown: string | undefined;
}

function printFound(output: Output, of: Found): void {
  const { file, rules, problems, warnings, unknown } = of;
  const shown = visibleText(file);
  if (problems.length + warnings.length > 0) output.note(`${shown}:`);
  for (const line of problems.map(problemLine)) output.line(line);
  for (const line of warnings.flatMap(warningLines)) output.line(line);
  for (const line of freeLines(of)) output.line(line);
  if (unknown !== undefined) {
    output.note(`Who could decide was not checked: ${visibleText(unknown)}`);
  }
  if (problems.length > 0) return;
  const found =
    warnings.length === 0
      ? "found nothing that it knows to be wrong"
      : counted(warnings.length, "warning");
  output.note(`${shown}: ${counted(rules.length, "rule")}; ${found}.`);
}

/** What looks narrow may be wide: a condition bounds the one argument that it names. */
function freeLines({ version, rules }: Found): readonly string[] {
  if (version !== 1) return [];
  const bound = rules.filter(({ decision, args }) => decision === "allow" && args !== undefined);
  if (bound.length === 0) return [];
  const names = bound.map(({ name }) => JSON.stringify(oneLine(name, NAME_WIDTH)));
  return [
    `${names.join(", ")}: An allow rule binds only the arguments that it names; every other argument is free. In version 2 it is not: npx earshot policy upgrade.`,
  ];
}

export const showPolicy: CommandModule = {
  define: (policy) =>
    addCommand(policy, {
      usage: "show",
      summary: "Print the policy in force or a former one, in the form of its file",
      examples: [
        "npx earshot policy show",
        "npx earshot policy show > earshot.yaml",
        "npx earshot policy show --revision 5Yx0cQk3dGAb",
        "npx earshot policy show --expanded",
      ],
    })
      .option(
        "--revision <revision>",
        "one that is or was in force, as npx earshot policy log prints it",
      )
      .option("--expanded", "with args written out as the expression that it stands for"),

  async run({ connectAs, output, options }, command) {
    const { revision: named, expanded } = command.opts<ShowOptions>();
    const shown = expanded === true ? expandedSource : (source: JsonObject) => source;
    const earshot = connectAs("operator");
    if (named !== undefined) {
      const former = await earshot.policyRevision({ revision: named });
      if (options.json === true) output.json({ ...former, source: shown(former.source) });
      else {
        for (const put of former.puts) output.note(putLine(put));
        output.line(await fileText(shown(former.source)));
      }
      return EXIT_CODES.answered;
    }
    const inForce = await earshot.policy();
    const { revision, since, source } = inForce;
    if (options.json === true) {
      output.json({ ...inForce, ...present({ source: source && shown(source) }) });
    } else if (source === undefined) {
      output.note("No policy has been applied: owners and approvers are asked of every action.");
    } else {
      output.note(`Revision ${revision}, in force since ${since}.`);
      output.line(await fileText(shown(source)));
    }
    return EXIT_CODES.answered;
  },
};

interface ShowOptions {
  readonly revision?: string;
  readonly expanded?: true;
}

async function fileText(source: JsonObject): Promise<string> {
  const { stringify } = await import("yaml");
  return visibleText(stringify(source, { lineWidth: 100 }).trimEnd());
}

export const applyPolicy: CommandModule = {
  define: (policy) =>
    addCommand(policy, {
      usage: "apply [file]",
      summary: "Put a policy in force, and say what it changes",
      changes: true,
      more: `Reads ${POLICY_FILE} beside the data folder where no file is named. What npx earshot policy check would find is told, and hinders nothing. Whoever has a passphrase gives it at the terminal. What was approved before is held against the new rules when it is about to run. Where another policy came into force since this command, or since the revision that --replaces names, nothing is changed.`,
      examples: [
        "npx earshot policy apply",
        "npx earshot policy apply rules/production.yaml",
        "npx earshot policy apply --replaces 5Yx0cQk3dGAb",
      ],
    }).option(
      "--replaces <revision>",
      "the revision that the file was written from; the one in force where absent",
    ),

  async run(context, command) {
    const [file = policyPlace(context.options.data)] = command.processedArgs as [
      string | undefined,
    ];
    const { replaces } = command.opts<{ readonly replaces?: string }>();
    const loaded = await loadPolicy(file);
    const { source } = loaded;
    const earshot = context.connectAs("operator");
    const { output, options } = context;
    // First, so that nothing that is told below is about another one than is replaced.
    const before = await wholePolicy(context, earshot);
    const named = present({ replaces: replaces ?? before?.revision });
    const { warnings, tests } = await knownBefore(context, loaded);
    const people = await knownPeople(context);
    const problems = checkPolicy(loaded.compiled, "why" in people ? undefined : people);
    // Whoever is asked for a passphrase next has seen them.
    for (const line of problems.map(problemLine)) output.note(line);
    for (const line of warnings.flatMap(warningLines)) output.note(line);
    for (const line of changedTestLines(tests)) output.note(line);
    const changes = policyChanges(before?.source, source);
    if (options.json !== true) for (const line of changeLines(changes)) output.line(line);
    const after = await orStepUpAtTerminal(context.signal, (proof) =>
      earshot.applyPolicy({ source, ...named, ...proof }, context.call),
    );
    if (options.json === true) output.json({ ...after, file, changes, problems, warnings, tests });
    else output.note(`${visibleText(file)}: ${appliedText(before, after)}`);
    return EXIT_CODES.answered;
  },
};

/** Undefined, and told, where the stored policy was changed behind the server's back: applying mends it. */
async function wholePolicy(
  { output }: RunContext,
  earshot: Pick<Earshot, "policy">,
): Promise<PolicyInForce | undefined> {
  try {
    return await earshot.policy();
  } catch (error) {
    if (!isEarshotError(error, "DIGEST_MISMATCH")) throw error;
    output.note(error.message);
    return undefined;
  }
}

function appliedText(before: PolicyInForce | undefined, { revision }: PolicyInForce): string {
  if (before === undefined) return `Revision ${revision} is in force.`;
  return before.revision === revision
    ? `Revision ${revision} was in force already.`
    : `Revision ${revision} is in force, instead of ${before.revision}.`;
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
