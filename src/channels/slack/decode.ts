import { createHash } from "node:crypto";
import type { Address } from "../../domain/hub/delivery.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { FormField, FormView, Inbound, SentFile } from "../../ports/channels/channel.ts";
import { ACTION } from "./control-blocks.ts";
import { type TokenForm, unpackForm } from "./form-pack.ts";
import type { Identity } from "./identity.ts";
import { FORM_CALLBACK, readMetadata } from "./modal.ts";
import { plainTextOf } from "./slack-text.ts";
import { at, listAt, textAt } from "./untrusted-json.ts";

/*
 * Reads what Slack sends without trusting it: anything of an unexpected form is ignored. Nothing
 * here calls Slack, and nothing throws.
 */

/** Who acted, as far as the event itself says. */
export interface Doer {
  readonly user: string;
  readonly team: string;
  readonly name: string;
  readonly isForeign: boolean;
  readonly isBot: boolean;
}

type WithoutFrom<T> = T extends unknown ? Omit<T, "from"> : never;

export type Decoded =
  | { readonly kind: "event"; readonly doer: Doer; readonly event: WithoutFrom<Inbound> }
  /** A form is requested. It is shown without asking the hub, because only what is sent counts. */
  | {
      readonly kind: "open_form";
      readonly doer: Doer;
      readonly address: Address;
      readonly triggerId: string;
      readonly tokenForm: TokenForm;
    };

/** The id of this app, once it is known. */
export function isForUs(payload: Json, us: Identity): boolean {
  return us.appId === undefined || textAt(payload, "api_app_id") === us.appId;
}

/** A call of the Events API. */
export function decodeEvent(payload: Json, us: Identity): Decoded | undefined {
  if (textAt(payload, "type") !== "event_callback") return undefined;
  switch (textAt(payload, "event", "type")) {
    case "message":
    case "app_mention":
      return decodeMessage(payload, us);
    case "reaction_added":
    case "reaction_removed":
      return decodeReaction(payload, us);
    default:
      return undefined;
  }
}

/** A click, or a form that was sent. */
export function decodeInteraction(payload: Json, us: Identity, nowMs: number): readonly Decoded[] {
  switch (textAt(payload, "type")) {
    case "block_actions":
      return listAt(payload, "actions").flatMap(
        (action) => decodeAction(payload, action, us) ?? [],
      );
    case "view_submission":
      return [decodeSubmission(payload, us, nowMs)].filter((found) => found !== undefined);
    default:
      return [];
  }
}

/** A message from an event or the history; `payload` only says which of the two. */
const SPOKEN = new Set([undefined, "thread_broadcast", "file_share", "me_message", "bot_message"]);

function decodeMessage(payload: Json, us: Identity): Decoded | undefined {
  const event = at(payload, "event");
  const channel = idOf(textAt(event, "channel"));
  if (event === undefined || channel === undefined) return undefined;
  const isForeign =
    textAt(payload, "team_id") !== us.teamId || at(payload, "is_ext_shared_channel") === true;
  const isEdit = textAt(event, "subtype") === "message_changed";
  const text = isEdit ? decodeEdit(event, { channel, us }) : decodeSpoken(event, { channel, us });
  if (text === undefined) return undefined;
  return { ...text, doer: { ...text.doer, isForeign: isForeign || text.doer.isForeign } };
}

interface Place {
  readonly channel: string;
  readonly us: Identity;
}

type Spoken = Extract<Decoded, { kind: "event" }>;

/**
 * An edit of a message. Slack also reports a change when it adds the preview of a link: that is no
 * edit.
 */
function decodeEdit(event: Json, place: Place): Spoken | undefined {
  const message = at(event, "message");
  const edited = tsOf(textAt(message, "edited", "ts"));
  const isSame = textAt(message, "text") === textAt(event, "previous_message", "text");
  if (message === undefined || edited === undefined || isSame) return undefined;
  const spoken = decodeSpoken(message, place);
  if (spoken === undefined || spoken.event.kind !== "text") return undefined;
  const { key: edits } = spoken.event;
  const said = { ...spoken.event, key: `${edits}:${edited}`, edits, atMs: msOf(edited) };
  return { ...spoken, event: said };
}

/** What somebody other than us said in a channel. */
export function decodeSpoken(message: Json, { channel, us }: Place): Spoken | undefined {
  const ts = tsOf(textAt(message, "ts"));
  const botId = textAt(message, "bot_id");
  const user = idOf(textAt(message, "user") ?? botId);
  if (ts === undefined || user === undefined || at(message, "hidden") === true) return undefined;
  if (!SPOKEN.has(textAt(message, "subtype")) || isOurs(user, botId, us)) return undefined;
  return {
    kind: "event",
    doer: {
      user,
      team: textAt(message, "user_team") ?? textAt(message, "team") ?? us.teamId,
      name: user,
      isForeign: isOtherTeam(message, us),
      isBot: botId !== undefined,
    },
    event: saidIn(message, { channel, us, ts }),
  };
}

function saidIn(
  message: Json,
  { channel, us, ts }: Place & { readonly ts: string },
): WithoutFrom<Extract<Inbound, { kind: "text" }>> {
  const thread = tsOf(textAt(message, "thread_ts"));
  const raw = textAt(message, "text") ?? "";
  const isReply = thread !== undefined && thread !== ts;
  const names = textAt(message, "type") === "app_mention" || raw.includes(`<@${us.userId}`);
  const isDirect = textAt(message, "channel_type") === "im" || channel.startsWith("D");
  return {
    kind: "text",
    key: `${channel}:${ts}`,
    address: addressOf(channel, isReply ? thread : undefined),
    atMs: msOf(ts),
    text: plainTextOf(raw, us.userId),
    messageId: ts,
    ...(isReply ? { replyTo: thread } : { opensThread: true }),
    isToUs: names || isDirect,
    ...(isDirect && { isDirect }),
    ...unreadIn(message),
    ...present({ files: filesIn(message) }),
  };
}

const MOST_FILES = 20;

/** Not a voice message, whose words nobody reads, and not what only stands elsewhere. */
function filesIn(message: Json): readonly SentFile[] | undefined {
  const files = listAt(message, "files").slice(0, MOST_FILES).flatMap(fileIn);
  return files.length === 0 ? undefined : files;
}

function fileIn(file: Json): readonly SentFile[] {
  const id = idOf(textAt(file, "id"));
  const mediaType = textAt(file, "mimetype");
  const size = at(file, "size");
  const isElsewhere = at(file, "is_external") === true || textAt(file, "mode") === "tombstone";
  if (id === undefined || isElsewhere || mediaType?.startsWith("audio/") === true) return [];
  const name = textAt(file, "name") ?? textAt(file, "title") ?? "";
  const told = typeof size === "number" ? size : undefined;
  return [{ id, name, ...present({ mediaType, size: told }) }];
}

/** The kinds of files that people send, by the prefix of their type. */
const FILES: readonly (readonly [string, string])[] = [
  ["audio/", "the voice message"],
  ["image/", "the picture"],
  ["video/", "the video"],
];

function unreadIn(message: Json): { readonly unread?: string } {
  const isShared = listAt(message, "attachments").some((one) => at(one, "is_share") === true);
  if (isShared) return { unread: "the forwarded message" };
  const [file] = listAt(message, "files");
  if (file === undefined) return {};
  const type = textAt(file, "mimetype") ?? "";
  const found = FILES.find(([begins]) => type.startsWith(begins));
  return { unread: found?.[1] ?? "the file" };
}

export function isOurs(user: string, botId: string | undefined, us: Identity): boolean {
  return user === us.userId || (botId !== undefined && botId === us.botId);
}

function isOtherTeam(message: Json, us: Identity): boolean {
  const teams = [textAt(message, "user_team"), textAt(message, "team")];
  return teams.some((team) => team !== undefined && team !== us.teamId);
}

function decodeReaction(payload: Json, us: Identity): Decoded | undefined {
  const event = at(payload, "event");
  const user = idOf(textAt(event, "user"));
  const channel = idOf(textAt(event, "item", "channel"));
  const messageId = tsOf(textAt(event, "item", "ts"));
  const name = textAt(event, "reaction");
  const eventId = textAt(payload, "event_id");
  const eventTs = tsOf(textAt(event, "event_ts"));
  if (user === undefined || channel === undefined || messageId === undefined) return undefined;
  if (name === undefined || !/^[\w+:-]{1,100}$/.test(name) || user === us.userId) return undefined;
  if (eventId === undefined || !/^[!-~]{1,100}$/.test(eventId)) return undefined;
  const team = textAt(payload, "team_id") ?? "";
  const isForeign = team !== us.teamId || at(payload, "is_ext_shared_channel") === true;
  return {
    kind: "event",
    doer: { user, team, name: user, isForeign, isBot: false },
    event: {
      kind: "reaction",
      key: eventId,
      address: addressOf(channel, undefined),
      atMs: eventTs === undefined ? msOf(messageId) : msOf(eventTs),
      messageId,
      name,
      isAdded: textAt(event, "type") === "reaction_added",
    },
  };
}

function decodeAction(payload: Json, action: Json, us: Identity): Decoded | undefined {
  const doer = interactingDoer(payload, us);
  const channel = idOf(textAt(payload, "container", "channel_id"));
  const messageId = tsOf(textAt(payload, "container", "message_ts"));
  const actionTs = tsOf(textAt(action, "action_ts"));
  const actionId = textAt(action, "action_id") ?? "";
  if (doer === undefined || channel === undefined) return undefined;
  if (messageId === undefined || actionTs === undefined) return undefined;
  const thread = tsOf(textAt(payload, "container", "thread_ts"));
  const address = addressOf(channel, thread === messageId ? undefined : thread);
  if (actionId.startsWith(ACTION.form)) {
    const tokenForm = unpackForm(textAt(action, "value") ?? "");
    const triggerId = textAt(payload, "trigger_id");
    if (tokenForm === undefined || triggerId === undefined) return undefined;
    return { kind: "open_form", doer, address, triggerId, tokenForm };
  }
  const what = pressedOf(payload, action, actionId);
  if (what === undefined) return undefined;
  const key = `${messageId}:${actionTs}:${doer.user}`;
  const event = { ...what, key, address, atMs: msOf(actionTs), messageId };
  return { kind: "event", doer, event };
}

type Pressed =
  | { readonly kind: "press"; readonly token: string }
  | { readonly kind: "choose"; readonly token: string; readonly chosen: readonly string[] };

function pressedOf(payload: Json, action: Json, actionId: string): Pressed | undefined {
  if (actionId.startsWith(ACTION.press)) {
    const token = tokenOf(textAt(action, "value"));
    return token === undefined ? undefined : { kind: "press", token };
  }
  if (!actionId.startsWith(ACTION.choose)) return undefined;
  const token = tokenOf(actionId.slice(ACTION.choose.length));
  if (token === undefined) return undefined;
  const one = tokenOf(textAt(action, "selected_option", "value"));
  if (one !== undefined) return { kind: "choose", token, chosen: [one] };
  const pick = ACTION.pick + token;
  const options = listAt(payload, "state", "values", pick, pick, "selected_options");
  const chosen = options.flatMap((option) => tokenOf(textAt(option, "value")) ?? []);
  return { kind: "choose", token, chosen };
}

function decodeSubmission(payload: Json, us: Identity, nowMs: number): Decoded | undefined {
  if (textAt(payload, "view", "callback_id") !== FORM_CALLBACK) return undefined;
  const doer = interactingDoer(payload, us);
  const opened = readMetadata(textAt(payload, "view", "private_metadata") ?? "");
  const viewId = idOf(textAt(payload, "view", "id"));
  if (doer === undefined || opened === undefined || viewId === undefined) return undefined;
  const channel = idOf(opened.chatId);
  if (channel === undefined) return undefined;
  const values = submittedValues(opened.form, at(payload, "view", "state", "values"));
  // The same view is sent again with other values after the first ones were refused.
  const digest = createHash("sha256").update(JSON.stringify(values)).digest("base64url");
  return {
    kind: "event",
    doer,
    event: {
      kind: "submit",
      key: `${viewId}:${digest}`,
      address: addressOf(channel, tsOf(opened.threadId)),
      atMs: nowMs,
      token: opened.token,
      values,
    },
  };
}

function interactingDoer(payload: Json, us: Identity): Doer | undefined {
  const user = idOf(textAt(payload, "user", "id"));
  if (user === undefined) return undefined;
  const team = textAt(payload, "user", "team_id") ?? textAt(payload, "team", "id") ?? "";
  const isForeign = team !== us.teamId || textAt(payload, "team", "id") !== us.teamId;
  return { user, team, name: user, isForeign, isBot: false };
}

function addressOf(chatId: string, threadId: string | undefined): Address {
  return { channel: "slack", chatId, ...(threadId !== undefined && { threadId }) };
}

function idOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Z0-9]{2,40}$/.test(text) ? text : undefined;
}

function tsOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{1,12}\.\d{1,9}$/.test(text) ? text : undefined;
}

function tokenOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[\w.-]{1,40}$/.test(text) ? text : undefined;
}

function msOf(ts: string): number {
  return Math.floor(Number(ts) * 1_000);
}

/** What a person put into a modal, by the names of its fields. Empty fields are absent. */
function submittedValues({ fields }: FormView, state: Json | undefined): JsonObject {
  const entries = fields.flatMap((field, index): [string, Json][] => {
    const value = typedValueOf(field, at(state, `f${index}`, "v"));
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
}

function typedValueOf(
  { kind, options = [], keys = options }: FormField,
  state: Json | undefined,
): Json | undefined {
  switch (kind) {
    case "text":
    case "lines":
      return textAt(state, "value");
    case "number": {
      const typed = textAt(state, "value");
      if (typed === undefined || typed.trim() === "") return undefined;
      // Text that is not a number is passed on, for the form's check to refuse.
      const number = Number(typed);
      return Number.isFinite(number) ? number : typed;
    }
    case "yes_no": {
      const chosen = textAt(state, "selected_option", "value");
      return chosen === undefined ? undefined : chosen === "true";
    }
    case "one_of":
      return keyAt(keys, textAt(state, "selected_option", "value"));
    case "some_of":
      return listAt(state, "selected_options").flatMap(
        (chosen) => keyAt(keys, textAt(chosen, "value")) ?? [],
      );
  }
}

function keyAt(keys: readonly string[], index: string | undefined): string | undefined {
  return index !== undefined && /^\d{1,3}$/.test(index) ? keys[Number(index)] : undefined;
}
