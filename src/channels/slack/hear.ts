import type { Json, JsonObject } from "../../domain/json.ts";
import type { Heard, Inbound, Sink } from "../../ports/channels/channel.ts";
import { wordsOf } from "../messages/messages.ts";
import { plainSection } from "./block.ts";
import { type Decoded, decodeEvent, decodeInteraction, isForUs } from "./decode.ts";
import type { Identity } from "./identity.ts";
import { modalOf } from "./modal.ts";
import type { People } from "./people.ts";
import type { SlackCall } from "./slack-api.ts";
import { channelErrorOf } from "./slack-error.ts";
import { LIMITS } from "./slack-limits.ts";
import { escapeUpTo } from "./slack-text.ts";

export interface HearingOptions {
  readonly call: SlackCall;
  readonly identity: () => Promise<Identity>;
  readonly people: People;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** What Slack is answered with; undefined for a bare acknowledgement. */
export type Acknowledgement = JsonObject | undefined;

/**
 * Passes what Slack sends to the sink. Rejects if Slack must send it again, so acknowledge only
 * afterwards.
 */
export interface Hearing {
  event(payload: Json, sink: Sink): Promise<Acknowledgement>;
  interaction(payload: Json, sink: Sink): Promise<Acknowledgement>;
}

export function createHearing(options: HearingOptions): Hearing {
  const { identity, now, log } = options;
  return {
    async event(payload, sink) {
      const us = await identity();
      const decoded = isForUs(payload, us) ? decodeEvent(payload, us) : undefined;
      return await hear(options, { us, sink, decoded });
    },
    async interaction(payload, sink) {
      const us = await identity();
      if (!isForUs(payload, us)) log("slack: a click for another app was left alone");
      const all = isForUs(payload, us) ? decodeInteraction(payload, us, now()) : [];
      let acknowledgement: Acknowledgement;
      for (const decoded of all) {
        acknowledgement = (await hear(options, { us, sink, decoded })) ?? acknowledgement;
      }
      return acknowledgement;
    },
  };
}

interface ToHear {
  readonly us: Identity;
  readonly sink: Sink;
  readonly decoded: Decoded | undefined;
}

async function hear(
  options: HearingOptions,
  { us, sink, decoded }: ToHear,
): Promise<Acknowledgement> {
  if (decoded === undefined) return undefined;
  if (decoded.kind === "open_form") return void (await beside(openForm(options, decoded)));
  const from = await options.people(decoded.doer, us);
  const event: Inbound = { ...decoded.event, from };
  const heard = await sink(event);
  if (heard.say === undefined) return undefined;
  if (event.kind === "submit" && heard.isRefusal) return formError(heard);
  return void (await beside(sayOnlyTo(options, decoded, heard.say)));
}

/**
 * Slack waits three seconds for its acknowledgement. Work that does not change it may take one of
 * them.
 */
const BESIDE_MS = 1_000;

async function beside(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, BESIDE_MS);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

type OpenForm = Extract<Decoded, { kind: "open_form" }>;
type Event = Extract<Decoded, { kind: "event" }>;

/**
 * Slack allows three seconds for opening a form, so after a failure the person has to try again.
 */
async function openForm(options: HearingOptions, decoded: OpenForm): Promise<void> {
  const { tokenForm, address, triggerId } = decoded;
  const { view } = modalOf(tokenForm, address);
  try {
    await options.call("views.open", { trigger_id: triggerId, view });
  } catch (error) {
    options.log(`slack: ${channelErrorOf("views.open", error).message}`);
    await sayOnlyTo(options, decoded, wordsOf(tokenForm.form).say("form.failed"));
  }
}

function formError({ say = "" }: Heard): JsonObject {
  const { text } = escapeUpTo(say, LIMITS.fieldError);
  return { response_action: "errors", errors: { f0: text } };
}

/** The event is stored. Failing to tell the person is no reason to hear it again. */
async function sayOnlyTo(
  { call, log }: HearingOptions,
  { doer, ...decoded }: OpenForm | Event,
  say: string,
): Promise<void> {
  const { chatId, threadId } = decoded.kind === "event" ? decoded.event.address : decoded.address;
  const { text } = escapeUpTo(say, LIMITS.ephemeral);
  try {
    await call("chat.postEphemeral", {
      channel: chatId,
      user: doer.user,
      text,
      // Slack would turn a bare text into links, and the text may repeat an agent's words.
      blocks: [plainSection(text)],
      ...(threadId !== undefined && { thread_ts: threadId }),
    });
  } catch (error) {
    log(`slack: ${channelErrorOf("chat.postEphemeral", error).message}`);
  }
}
