import { noteWords } from "../../../channels/console/ask-decision.ts";
import type { Voice } from "../../../channels/console/voice.ts";
import { isYes } from "../../../channels/console/yes-no.ts";
import { isAtLeast, isTypedPart, TYPED_DIGITS } from "../../../domain/authority/action.ts";
import { missingVotes } from "../../../domain/authority/places.ts";
import { wantsNote } from "../../../domain/authority/vote-words.ts";
import { EarshotError } from "../../../domain/errors.ts";
import type { EvidenceView } from "../../../domain/evidence/evidence-view.ts";
import type { RequestId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import type {
  AuthorizationRequest,
  OpenAuthorization,
  Shown,
  ShownRequest,
} from "../../../domain/requests/request.ts";
import type { Presence } from "../../../ports/earshot/authority.ts";
import type { Earshot } from "../../../ports/earshot/earshot.ts";
import { whyWords } from "../../../render/refused-words.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { findOpen } from "../../authority/find-authorization.ts";
import { propose } from "../../authority/propose.ts";
import { readObject } from "../../authority/read-object.ts";
import { evidenceBeside, requestLines } from "../../authority/request-lines.ts";
import { requireDecide } from "../../authority/require-decide.ts";
import { assertWideEnough, showWhole } from "../../authority/show-whole.ts";
import {
  addHoldOptions,
  HELD_HELP,
  type HoldOption,
  holding,
  notSent,
  sentOf,
} from "../../requests/hold-here.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import {
  atControllingTerminal,
  type ControllingTerminal,
} from "../../terminal/controlling-terminal.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";
import { askPassphrase, orStepUp } from "../../terminal/step-up.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

interface ApproveOptions extends HoldOption {
  readonly args?: string;
  readonly digest?: string;
  readonly note?: string;
  readonly yes?: boolean;
}

/** Shorter beginnings of a digest could be met by an action that was made for it. */
const MIN_DIGEST_DIGITS = 12;

const NONE_SET = {
  why: "It takes your passphrase, and you have set none: npx earshot passphrase.",
  names: { reason: "takes_passphrase" },
};

export const approve: CommandModule = {
  define: (program) =>
    addHoldOptions(
      addCommand(program, {
        usage: "approve",
        summary: "Approve an authorization, perhaps with other arguments",
        changes: true,
        more: `Shows the whole action at the controlling terminal and asks there, whatever standard input is; what is longer than the screen comes a page a key. HIGH and CRITICAL want the first digits of the digest typed, CRITICAL the passphrase too. A script approves LOW and MEDIUM with --yes; for more it needs a key of its own (npx earshot keys create --unattended-approver) and is asked nothing. ${HELD_HELP}`,
        examples: [
          "npx earshot approve req_01j…",
          `npx earshot approve req_01j… --args '{"amount":50}'`,
          "npx earshot approve req_01j… --yes --digest 4be1c09a77d2",
        ],
      }),
    )
      .addArgument(idArgument("req"))
      .option(
        "--args <json>",
        "approve it with these arguments instead: a JSON object, @file, or - for standard input",
      )
      .option("--digest <digits>", "only the action whose digest begins so, at least 12 digits")
      .option("--note <text>", "words to the agent beside it; they change nothing of what may run")
      .option("--yes", "do not ask, where the level is LOW or MEDIUM"),

  async run(context, command) {
    const [id] = command.processedArgs as [RequestId];
    const options = command.opts<ApproveOptions>();
    const earshot = context.connectAs("operator");
    const args = options.args === undefined ? undefined : await readObject("--args", options.args);
    const me = await earshot.whoami();
    requireDecide(context, me);
    const { unattended, principal: by } = me;
    const found = await findOpen(earshot, id);
    const voice = await voiceHere(context, earshot);
    const proposed = await propose(found, args === undefined ? undefined : { args, by });
    const { shown, evidence } =
      proposed === found
        ? { shown: found, evidence: await evidenceBeside(earshot, found, voice) }
        : await previewed(earshot, proposed, voice);
    if (options.digest !== undefined) checkDigest(options.digest, shown);
    const { digest, action } = shown.authorization;
    const changed = shown === found ? undefined : action.args;
    const more = {
      ...present({ args: changed }),
      ...holding(context, options),
    };
    const send = (presence: Presence, note = options.note) =>
      earshot.approve({ id, digest, ...more, ...present({ note }), ...presence }, context.call);
    const isAsked = unattended !== true && !(options.yes === true && isForYes(shown));
    if (isAsked) await assertMayApprove(earshot, { found, shown, voice });
    const asking = { shown, evidence, send, voice, isNoted: options.note !== undefined };
    const approved = isAsked
      ? await approveAtTerminal(context, asking)
      : await approveUnasked(context, asking);
    const speaking = { ...context, voice };
    if (approved === undefined) return printNone(speaking, id);
    const [sent] = await sentOf(speaking, earshot, [approved]);
    return sent === undefined ? notSent(context) : printDecision(speaking, sent);
  },
};

/**
 * An edit with what stands beside it. Marks one that others have to approve, so that its author is shown that
 * before confirming it. Throws if it cannot be made.
 */
async function previewed(
  earshot: Pick<Earshot, "previewEdit">,
  shown: Shown<OpenAuthorization>,
  { words: { language } }: Voice,
): Promise<Pick<Asking, "shown" | "evidence">> {
  const { id, authorization } = shown;
  const { edit, action } = authorization;
  const { others, evidence = [] } = await earshot.previewEdit({ id, args: action.args, language });
  if (edit === undefined || others === undefined) return { shown, evidence };
  const marked = { ...authorization, edit: { ...edit, others: true as const } };
  return { shown: { ...shown, authorization: marked }, evidence };
}

interface Approving {
  readonly found: Shown<OpenAuthorization>;
  /** With the arguments that are to be approved. */
  readonly shown: Shown<OpenAuthorization>;
  readonly voice: Voice;
}

/** Nobody types digits and a passphrase to be told then that they have voted, or have set none. */
async function assertMayApprove(
  earshot: Pick<Earshot, "inboxItem">,
  { found, shown, voice: { words } }: Approving,
): Promise<void> {
  const { id, forOthers, authorization } = found;
  const { needs } = await earshot.inboxItem({ id });
  // A person who may not approve what stands may still change it.
  const isEdit = shown.authorization.digest !== authorization.digest;
  if (needs?.refusal !== undefined && !isEdit) {
    const why = whyWords({ why: needs.refusal, ...present({ names: needs.refusalNames }) }, words);
    throw new EarshotError(needs.refusalCode ?? "NOT_ALLOWED", why, { details: { id } });
  }
  // An edit can demand a passphrase that the action as it was asked did not.
  const isForOthers = forOthers !== undefined && shown.authorization.demand.stepUp;
  if (needs?.missing !== "passphrase" && !isForOthers) return;
  const why = whyWords(forOthers ?? NONE_SET, words);
  throw new EarshotError("STEP_UP_NEEDED", `${why} Nothing was approved.`, {
    details: { id, reason: "none_set" },
  });
}

/** Whether `--yes` is enough of an answer. */
function isForYes({ authorization: { demand } }: Shown<OpenAuthorization>): boolean {
  return !isAtLeast(demand.level, "HIGH") && !demand.stepUp;
}

function checkDigest(
  given: string,
  { id, authorization: { digest } }: Shown<OpenAuthorization>,
): void {
  const wanted = given.trim().toLowerCase();
  if (wanted.length >= MIN_DIGEST_DIGITS && digest.startsWith(wanted)) return;
  throw new EarshotError(
    "DIGEST_MISMATCH",
    wanted.length < MIN_DIGEST_DIGITS
      ? `--digest wants at least ${MIN_DIGEST_DIGITS} digits. Nothing was approved.`
      : `The action of ${id} has the digest ${digest}, which does not begin with ${JSON.stringify(wanted)}. Nothing was approved.`,
  );
}

interface Asking {
  readonly evidence: readonly EvidenceView[];
  readonly shown: Shown<OpenAuthorization>;
  readonly send: Send;
  readonly voice: Voice;
  /** They have written a note. */
  readonly isNoted: boolean;
}

type Send = (presence: Presence, note?: string) => Promise<Shown<AuthorizationRequest>>;

/** Standard error says what was approved; that is all a script's log will have of it. */
async function approveUnasked(
  { output }: RunContext,
  { shown, evidence, send, voice }: Asking,
): Promise<Shown<AuthorizationRequest>> {
  for (const line of requestLines(shown, voice, { evidence })) output.note(line);
  return await send({});
}

async function approveAtTerminal(
  { signal }: RunContext,
  { shown, evidence, send, voice, isNoted }: Asking,
): Promise<Shown<AuthorizationRequest> | undefined> {
  const why = isForYes(shown)
    ? "approving asks at one; --yes approves LOW and MEDIUM without asking"
    : `approving ${shown.authorization.demand.level} needs a person at one. A script needs a key made for it: npx earshot keys create --unattended-approver`;
  return await atControllingTerminal({ why, signal }, async (terminal) => {
    assertWideEnough(terminal);
    const isSeen = await showWhole(
      { ...terminal, voice },
      requestLines(shown, voice, { width: terminal.columns, evidence }),
    );
    if (!isSeen) return undefined;
    const speaking = { ...terminal, voice };
    const note = isNoted ? undefined : await askNote(speaking, shown);
    const presence = await askPresence(speaking, shown);
    if (presence === undefined) return undefined;
    return await sendOrStepUp(speaking, presence, (proof) => send(proof, note));
  });
}

/** The note that the rule wants with a vote; a change that is put to others is none. */
async function askNote(
  { readLine, voice }: Speaking,
  { authorization: { demand, edit } }: Shown<OpenAuthorization>,
): Promise<string | undefined> {
  if (!wantsNote(demand) || edit?.others === true) return undefined;
  return (await readLine(`${noteWords(demand, voice)}: `)).trim();
}

type Speaking = ControllingTerminal & { readonly voice: Voice };

/** The server wants a passphrase where the policy does not, of who decides alone for their agent. */
async function sendOrStepUp(
  terminal: Speaking,
  presence: Presence,
  send: Send,
): Promise<Shown<AuthorizationRequest>> {
  return await orStepUp(
    (passphrase) => send(passphrase === undefined ? presence : { ...presence, passphrase }),
    () => askPassphrase(terminal),
  );
}

/**
 * Has the person at the terminal confirm what was just shown there; undefined if they say no. There
 * is no second try after a wrong part of the digest: the whole action is shown again first.
 */
async function askPresence(
  terminal: Speaking,
  { authorization: { digest, demand } }: Shown<OpenAuthorization>,
): Promise<Presence | undefined> {
  const proof = async () => (demand.stepUp ? { passphrase: await askPassphrase(terminal) } : {});
  if (isAtLeast(demand.level, "HIGH")) {
    const typed = await askDigits(terminal, digest);
    return { typed, ...(await proof()) };
  }
  const { own } = terminal.voice;
  const isMeant = isYes(await terminal.readLine(own.say("approve.exactly")), own);
  return isMeant ? await proof() : undefined;
}

async function askDigits({ readLine, voice: { own } }: Speaking, digest: string): Promise<string> {
  const count = TYPED_DIGITS;
  const prompt = own.say("approve.digits", { count });
  const typed = (await readLine(prompt)).trim();
  if (isTypedPart(typed, digest)) return typed;
  throw new EarshotError("INVALID_INPUT", own.say("approve.wrong_digits", { count }));
}

type Spoken = RunContext & { readonly voice: Voice };

function printNone({ output, voice }: Spoken, id: RequestId): number {
  output.note(voice.own.say("approve.not", { id }));
  return EXIT_CODES.error;
}

/** Says what became of an approval. */
function printDecision({ output, options, voice }: Spoken, approved: ShownRequest): number {
  if (options.json === true) output.json(approved);
  else output.note(decisionLine(approved as Shown<AuthorizationRequest>, voice));
  return EXIT_CODES.answered;
}

function decisionLine(request: Shown<AuthorizationRequest>, { own, moment }: Voice): string {
  const { id } = request;
  const { demand, votes, action, digest, edit } = request.authorization;
  const what = own.say("approve.what", { tool: oneLine(action.tool, 80), digest });
  if (request.status === "approved") {
    return own.say("approve.done", { id, what, by: moment(request.collectBy) });
  }
  const count = missingVotes(demand, votes);
  const isForOthers = edit?.others === true && votes.length === 0;
  return own.say(isForOthers ? "approve.to_others" : "approve.counts", { id, what, count });
}
