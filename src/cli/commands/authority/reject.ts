import { type Command, Option } from "commander";
import type { Voice } from "../../../channels/console/voice.ts";
import type { EarshotClient } from "../../../client/client.ts";
import { formatDuration } from "../../../domain/duration.ts";
import type { RequestId } from "../../../domain/id.ts";
import {
  DEFAULT_STANDING_REJECTION_MS,
  MAX_STANDING_REJECTION_MS,
} from "../../../domain/limits.ts";
import { present } from "../../../domain/present.ts";
import type { ShownRequest } from "../../../domain/requests/request.ts";
import type { RejectInput } from "../../../ports/earshot/authority.ts";
import type { ListedAgent } from "../../../ports/earshot/inbox.ts";
import { rejectAgent } from "../../authority/reject-agent.ts";
import { closeEach, tellClosed } from "../../authority/reject-each.ts";
import { rejectLike } from "../../authority/reject-like.ts";
import { requireDecide } from "../../authority/require-decide.ts";
import {
  addHoldOptions,
  HELD_HELP,
  type HoldOption,
  holding,
  notSent,
  sentOf,
} from "../../requests/hold-here.ts";
import { idArgument, idOption } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, collect, duration } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

interface RejectOptions extends Pick<RejectInput, "anyAt" | "digitsAt">, HoldOption {
  readonly reason?: string;
  readonly agent?: ListedAgent;
  readonly likeThis?: boolean;
  readonly exact?: boolean;
  readonly for?: number;
  readonly yes?: boolean;
}

export const reject: CommandModule = {
  define: (program) =>
    addHoldOptions(
      addCommand(program, {
        usage: "reject",
        summary: "Reject authorizations",
        changes: true,
        more: `One rejection ends it, however many have approved. With --like-this it holds for a time: whatever the agent seeks that is like it is rejected at once, and nobody is asked; those that are open and like it are rejected too, each by itself, and those that were approved and are not used are taken back. Where these count, as /path in tmp1 and tmp2, their digits may be any; what it covers is said before. npx earshot permissions lists such rejections and revokes them. With --agent whatever that agent has open is closed: its questions are cancelled, for which it takes an owner. Begun again, it goes on with what is open still. ${HELD_HELP} So do --like-this and --agent.`,
        examples: [
          'npx earshot reject req_01j… --reason "Wrong user: see ticket 812"',
          'npx earshot reject req_01j… --reason "Not today" --like-this --any-at /note --for 4h',
          'npx earshot reject --agent scout --reason "Runs away"',
        ],
      }),
    )
      .addArgument(idArgument("req", "[id...]"))
      .option("--reason <text>", "why; the agent is told")
      .addOption(
        idOption(
          "agent",
          new Option("--agent <name>", "instead of ids: whatever this agent has open"),
        ),
      )
      .option("--like-this", "also reject what is like it, open or from now on")
      .option(
        "--for <duration>",
        `with --like-this: how long, at most ${formatDuration(MAX_STANDING_REJECTION_MS)}; ${formatDuration(DEFAULT_STANDING_REJECTION_MS)} where absent`,
        duration,
      )
      .option(
        "--any-at <pointer>",
        "with --like-this: an argument that may be anything; repeatable",
        collect,
      )
      .option(
        "--digits-at <pointer>",
        "with --like-this: an argument whose digits may be any; repeatable",
        collect,
      )
      .option("--exact", "with --like-this: digits tell apart, whatever is open")
      .option("--yes", "do not ask where it closes others besides"),

  async run(context, command) {
    const [ids] = command.processedArgs as [readonly RequestId[]];
    const options = command.opts<RejectOptions>();
    assertTogether(command, ids, options);
    const earshot = context.connectAs("operator");
    const me = await earshot.whoami();
    requireDecide(context, me);
    const { reason, agent, yes: isConfirmed = false } = options;
    const why = reason === undefined ? {} : { reason };
    const speaking = { ...context, voice: await voiceHere(context, earshot) };
    if (agent !== undefined) {
      return await rejectAgent(speaking, { earshot, me }, { agent, why, isConfirmed });
    }
    const [id, ...others] = ids;
    if (options.likeThis === true && id !== undefined) {
      requireDecide(context, me, "permit");
      const reach = { ...reachOf(options), isConfirmed };
      return await rejectLike(speaking, earshot, { id, others, ...why, ...reach });
    }
    const input = { ...why, ...holding(context, options) };
    if (id !== undefined && others.length === 0) {
      return await sendAll(speaking, earshot, [
        await earshot.reject({ id, ...input }, context.call),
      ]);
    }
    const { failure, held } = await closeEach(speaking, ids, (one, call) =>
      earshot.reject({ id: one, ...input }, call),
    );
    const code = held.length === 0 ? EXIT_CODES.answered : await sendAll(speaking, earshot, held);
    if (failure !== undefined) throw failure;
    return code;
  },
};

async function sendAll(
  context: RunContext & { readonly voice: Voice },
  earshot: EarshotClient,
  decided: readonly ShownRequest[],
): Promise<number> {
  const sent = await sentOf(context, earshot, decided);
  for (const one of sent) tellClosed(context, one);
  return sent.length === 0 ? notSent(context) : EXIT_CODES.answered;
}

function reachOf({ for: forMs, anyAt, digitsAt, exact }: RejectOptions) {
  const digits = exact === true ? [] : digitsAt;
  return { ...present({ forMs, anyAt, digitsAt: digits }) };
}

function assertTogether(command: Command, ids: readonly RequestId[], options: RejectOptions): void {
  const { agent, likeThis = false, for: forMs, anyAt, digitsAt, exact } = options;
  const isReachSaid = [forMs, anyAt, digitsAt, exact].some((one) => one !== undefined);
  const faults: readonly [isFault: boolean, what: string][] = [
    [(agent === undefined) === (ids.length === 0), "Name requests, or an agent with --agent."],
    [likeThis && agent !== undefined, "--like-this goes with the id of a request."],
    [
      isReachSaid && !likeThis,
      "--for, --any-at, --digits-at and --exact say how far --like-this reaches: give it too.",
    ],
    [exact === true && digitsAt !== undefined, "--exact leaves no digits for --digits-at."],
  ];
  for (const [isFault, what] of faults) if (isFault) command.error(`error: ${what}`);
}
