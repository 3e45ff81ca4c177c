import { type Command, Option } from "commander";
import type { Voice } from "../../../channels/console/voice.ts";
import { yesOrNo } from "../../../channels/console/yes-no.ts";
import { formatDuration } from "../../../domain/duration.ts";
import type { PermissionId } from "../../../domain/id.ts";
import { inTime } from "../../../domain/in-words.ts";
import { DEFAULT_PERMISSION_MS, MAX_PERMISSION_MS, TRIED_ON_MS } from "../../../domain/limits.ts";
import { PERMISSION_SCOPES, type Permission } from "../../../domain/policy/permission.ts";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import type { PermitInput } from "../../../ports/earshot/authority.ts";
import type { Earshot } from "../../../ports/earshot/earshot.ts";
import { textWidth } from "../../../render/fit.ts";
import { shownText } from "../../../render/shown-json.ts";
import { labelledLines } from "../../../render/terminal-blocks.ts";
import { findAuthorization } from "../../authority/find-authorization.ts";
import { type GiveOptions, giveFault, permitInput } from "../../authority/permission-input.ts";
import { answerLines, permissionLine, previewLines } from "../../authority/permission-lines.ts";
import { requestLines } from "../../authority/request-lines.ts";
import { requireDecide } from "../../authority/require-decide.ts";
import { assertWideEnough, showWhole } from "../../authority/show-whole.ts";
import { idArgument, idOption } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, collect, duration } from "../../terminal/command.ts";
import { atControllingTerminal } from "../../terminal/controlling-terminal.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

/** The group; its commands follow. */
export function definePermissions(program: Command): Command {
  return program
    .command("permissions")
    .summary("Give, list and revoke standing permissions")
    .description("Give, list and revoke standing permissions: a yes in advance.");
}

export const listPermissions: CommandModule = {
  define: (permissions) =>
    addCommand(permissions, {
      usage: "list",
      summary: "List standing permissions and how often each was used",
      examples: ["npx earshot permissions list"],
    }),

  async run(context) {
    const { output, options } = context;
    const earshot = context.connectAs("operator");
    const listed = await earshot.listPermissions();
    const voice = await voiceHere(context, earshot);
    if (options.json === true) output.json(listed);
    else for (const permission of listed.items) output.line(permissionLine(permission, voice));
    if (listed.items.length === 0) output.note(voice.own.say("permission.none"));
    return EXIT_CODES.answered;
  },
};

export const givePermission: CommandModule = {
  define: (permissions) =>
    addCommand(permissions, {
      usage: "give",
      summary: "Give a standing permission, after a look at what it would have let pass",
      changes: true,
      more: `Shows what it would have matched in the last ${inTime(TRIED_ON_MS)} and asks at the controlling terminal. It never covers CRITICAL, nor what a rule denies or wants a passphrase or several people for. Each use is logged.`,
      examples: [
        "npx earshot permissions give --like req_01j… --scope target --for 7d",
        "npx earshot permissions give --like req_01j… --scope answer --for 7d",
        `npx earshot permissions give --scope pattern --agent scout --tool 'deploy_*' --arg '/environment="staging"' --for 8h`,
      ],
    })
      .addOption(
        idOption(
          "req",
          new Option("--like <id>", "the request to take agent, tool, arguments and session from"),
        ),
      )
      .addOption(
        new Option("--scope <scope>", "what it covers")
          .choices(PERMISSION_SCOPES)
          .makeOptionMandatory(),
      )
      .option("--agent <name>", "of a pattern: whose actions")
      .option("--tool <pattern>", "of a pattern: which tools, with * and ?")
      .option(
        "--arg <pointer=json>",
        "of a pattern: an argument that must be so; repeatable",
        collect,
      )
      .addOption(
        new Option(
          "--level <level>",
          "the highest level that it covers; MEDIUM where absent",
        ).choices(["LOW", "MEDIUM", "HIGH"]),
      )
      .option(
        "--for <duration>",
        `from now, at most ${formatDuration(MAX_PERMISSION_MS)}; ${formatDuration(DEFAULT_PERMISSION_MS)} where absent`,
        duration,
      ),

  async run(context, command) {
    const options = command.opts<GiveOptions>();
    const fault = giveFault(options);
    if (fault !== undefined) command.error(`error: ${fault}`);
    const input = permitInput(options);
    const earshot = context.connectAs("operator");
    requireDecide(context, await earshot.whoami(), "permit");
    const { output } = context;
    const voice = await voiceHere(context, earshot);
    const permission = await giveAtTerminal(context, input, { earshot, voice });
    if (permission === undefined) {
      output.note(voice.own.say("permission.not_given"));
      return EXIT_CODES.error;
    }
    if (context.options.json === true) output.json(permission);
    else output.line(permissionLine(permission, voice));
    return EXIT_CODES.answered;
  },
};

/** Undefined where the person who has seen it says no. */
async function giveAtTerminal(
  { signal, call }: RunContext,
  input: PermitInput,
  { earshot, voice }: Giving,
): Promise<Permission | undefined> {
  const why = "a standing permission is given by a person at one";
  return await atControllingTerminal({ why, signal }, async (terminal) => {
    assertWideEnough(terminal);
    const { own, words } = voice;
    const { columns } = terminal;
    const { like, shown } = await shownBefore(input, { earshot, voice }, columns);
    const wanted = wantedWords(input, like, own);
    const word = shownText(wanted[0]);
    const prompt = own.say("permission.give", { word });
    const isBroken = textWidth(prompt + word) > columns;
    if (isBroken) shown.push(...labelledLines(words.say("fact.tool"), word, columns));
    if (!(await showWhole(terminal, shown))) return undefined;
    const line = await terminal.readLine(isBroken ? own.say("permission.give_tool") : prompt);
    const typed = line.trim();
    return wanted.includes(typed) ? await earshot.permit({ ...input, typed }, call) : undefined;
  });
}

interface Giving {
  readonly earshot: Earshot;
  readonly voice: Voice;
}

/** What the person sees of it before they give it. */
async function shownBefore(
  input: PermitInput,
  { earshot, voice }: Giving,
  width: number,
): Promise<{ readonly like?: Shown<AuthorizationRequest>; readonly shown: string[] }> {
  if (input.scope === "answer") {
    return { shown: [...(await answerLines(earshot, input.like, { voice, width }))] };
  }
  const preview = previewLines(input, await earshot.previewPermission(input), { voice, width });
  if (input.like === undefined) return { shown: [...preview] };
  const like = await findAuthorization(earshot, input.like);
  return { like, shown: [...requestLines(like, voice, { width }), ...preview] };
}

/** For HIGH the server has the tool's name typed, so that nobody gives it in passing. */
function wantedWords(
  { level, tool }: PermitInput,
  like: Shown<AuthorizationRequest> | undefined,
  own: Voice["own"],
): readonly [string, ...string[]] {
  if (level !== "HIGH") return [yesOrNo(true, own), "yes"];
  return [tool ?? like?.authorization.action.tool ?? ""];
}

export const revokePermission: CommandModule = {
  define: (permissions) =>
    addCommand(permissions, {
      usage: "revoke",
      summary: "Revoke a standing permission at once",
      changes: true,
      examples: ["npx earshot permissions revoke per_01j…"],
    }).addArgument(idArgument("per")),

  async run(context, command) {
    const [id] = command.processedArgs as [PermissionId];
    const revoked = await context.connectAs("operator").revokePermission({ id }, context.call);
    if (context.options.json === true) context.output.json(revoked);
    else context.output.note(`Revoked ${revoked.id}.`);
    return EXIT_CODES.answered;
  },
};
