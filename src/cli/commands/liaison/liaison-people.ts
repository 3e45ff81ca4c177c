import { Argument } from "commander";
import type { ConversationId } from "../../../domain/id.ts";
import { DOUBTFUL_BELOW, END_USER_LIFE_MS } from "../../../domain/limits.ts";
import { present } from "../../../domain/present.ts";
import type { DoubtfulFeedback, WithdrawnFeedback } from "../../../ports/earshot/liaison.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { inertText } from "../../liaison/said-lines.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, collect, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { Output } from "../../terminal/output.ts";
import { type ReportOptions, withKey } from "./liaison-work.ts";

/* Who may read a conversation and speak in it, and whether feedback was read rightly. */

export const shareConversation: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "share",
      summary: "Say which other operators may read your conversation",
      changes: true,
      more: "The names replace the former ones; without --with nobody else reads it. Owners read it anyway.",
      examples: [
        "npx earshot liaison share cnv_01j… --with ben --with carla",
        "npx earshot liaison share cnv_01j…",
      ],
    })
      .addArgument(idArgument("cnv"))
      .option("--with <operator>", "who may read it; several times for several", collect, []),

  async run(context, command) {
    const [id] = command.processedArgs as [ConversationId];
    const { with: names } = command.opts<{ with: readonly string[] }>();
    const input = { conversation_id: id, with: names };
    const { sharedWith = [], ...shared } = await context
      .connectAs("operator")
      .shareLiaison(input, context.call);
    const { output } = context;
    const readers = sharedWith.map(({ name }) => inertText(name)).join(", ");
    if (context.options.json === true) output.json({ ...shared, sharedWith });
    else output.note(`Beside you and owners, ${readers === "" ? "nobody" : readers} reads ${id}.`);
    return EXIT_CODES.answered;
  },
};

interface TokenOptions extends ReportOptions {
  readonly conversation?: ConversationId;
  readonly ttl?: number;
}

const MOST_SECONDS = END_USER_LIFE_MS / 1_000;

export const signEndUser: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "token",
      summary: "Get the token by which your service speaks for one of its users",
      more: "It takes the key of a service. The token goes with that key in the header Earshot-End-User; neither is good alone.",
      examples: [
        "EARSHOT_KEY=ear_live_… npx earshot liaison token user-42",
        "npx earshot liaison token user-42 --conversation cnv_01j… --ttl 600 --json",
      ],
    })
      .argument("<user>", "what the service calls the user")
      .option("--key <key>", "the service's key, if not EARSHOT_KEY")
      .option("--conversation <id>", "good for this one alone, which begins no other")
      .option(
        "--ttl <seconds>",
        `how long it is good; ${MOST_SECONDS}, which is the most`,
        wholeNumber(1, MOST_SECONDS),
      ),

  async run(context, command) {
    const [user_id] = command.processedArgs as [string];
    const options = command.opts<TokenOptions>();
    const given = present({ conversation_id: options.conversation, ttl_s: options.ttl });
    const signed = await withKey(context, options).createEndUserToken({ user_id, ...given });
    const { output } = context;
    if (context.options.json === true) output.json(signed);
    else output.line(signed.token);
    output.note(`It is good until ${signed.expires_at}.`);
    return EXIT_CODES.answered;
  },
};

export const reviewFeedback: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "review",
      summary: "List feedback that may have been read wrongly, newest first",
      more: `That is feedback which was understood with a confidence under ${DOUBTFUL_BELOW} and which nobody has withdrawn: conversation, round, verdict, confidence, person and task.`,
      examples: ["npx earshot liaison review", "npx earshot liaison review --json"],
    }).option("--limit <count>", "how many at most", wholeNumber(1, 100), 50),

  async run(context, command) {
    const { limit } = command.opts<{ limit: number }>();
    const { items } = await context.connectAs("operator").listDoubtfulFeedback({ limit });
    const { output } = context;
    if (context.options.json === true) {
      output.json({ items });
      return EXIT_CODES.answered;
    }
    for (const one of items) output.line(doubtfulLine(one, output));
    output.note(
      items.length === 0
        ? "No feedback is doubtful."
        : "Read what was said: npx earshot liaison show ID. Was it read wrongly: npx earshot liaison withdraw ID ROUND REASON.",
    );
    return EXIT_CODES.answered;
  },
};

const VERDICT_WIDTH = "needs_improvement".length;
const NAME_WIDTH = 20;
const TITLE_WIDTH = 60;

function doubtfulLine(one: DoubtfulFeedback, { style }: Pick<Output, "style">): string {
  const verdict = one.acceptance_status.padEnd(VERDICT_WIDTH);
  const who = oneLine(inertText(one.user_id), NAME_WIDTH);
  const title = oneLine(inertText(one.title), TITLE_WIDTH);
  return `${style.dim(one.conversation_id)}  round ${one.round}  ${verdict}  ${one.confidence.toFixed(2)}  ${who}  ${title}`;
}

export const takeFeedbackBack: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "withdraw",
      summary: "Withdraw the feedback on a round that was read wrongly; it then counts nowhere",
      changes: true,
      more: "The person of the conversation and owners may. The conversation stays where it is: to judge the result again, its person says in it what they think.",
      examples: [
        'npx earshot liaison withdraw cnv_01j… 1 "That was a question, I have accepted nothing."',
      ],
    })
      .addArgument(idArgument("cnv"))
      .addArgument(new Argument("<round>", "which round").argParser(wholeNumber(1)))
      .argument("<reason...>", "why it was read wrongly"),

  async run(context, command) {
    const [id, round, words] = command.processedArgs as [ConversationId, number, readonly string[]];
    const input = { conversation_id: id, round, reason: words.join(" ") };
    const withdrawn = await context.connectAs("operator").withdrawFeedback(input, context.call);
    const { output } = context;
    if (context.options.json === true) output.json(withdrawn);
    else output.note(withdrawnNote(withdrawn));
    return EXIT_CODES.answered;
  },
};

function withdrawnNote({ conversation_id: id, ...one }: WithdrawnFeedback): string {
  const what = `the feedback on round ${one.round} of ${id}`;
  return one.repeated === true
    ? `Nothing is new: ${inertText(one.by)} had withdrawn ${what} at ${one.at}.`
    : `Withdrawn: ${what} counts nowhere. To judge the result again, its person says what they think: npx earshot liaison say ${id} WORDS.`;
}
