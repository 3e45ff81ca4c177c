import type { Json, JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Account, Inbound } from "../../ports/channels/channel.ts";
import type { Signed } from "./signer.ts";

const MAX_DEPTH = 8;
const MAX_CHOSEN = 100;
const KEY = /^[\x21-\x7e]{1,200}$/;
const TOKEN = /^[A-Za-z0-9_.-]{1,40}$/;
const ID = /^[\x21-\x7e]{1,200}$/;
const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

export interface CallbackOptions {
  /** Whether events are sent to such an address at all; returns it in its usual spelling. */
  readonly addressOf: (address: string) => URL | undefined;
}

/** What a signed callback says; undefined if its shape is wrong. */
export function callbackEvent(
  { id, atMs, body }: Signed,
  { addressOf }: CallbackOptions,
): Inbound | undefined {
  const said = parse(body);
  if (said === undefined || !isShallow(said, MAX_DEPTH)) return undefined;
  const chatId = said["address"];
  if (typeof chatId !== "string") return undefined;
  const url = addressOf(chatId);
  if (url === undefined) return undefined;
  const from = said["type"] === "failed" ? receiver(url) : accountOf(said["from"], url);
  const key = `wh:${id}`;
  const deed = deedOf(said, key);
  if (from === undefined || deed === undefined) return undefined;
  return { key, from, address: { channel: "webhook", chatId }, atMs, ...deed };
}

type Deed = Inbound extends infer E
  ? E extends Inbound
    ? Omit<E, "key" | "from" | "address" | "atMs">
    : never
  : never;

function deedOf(said: JsonObject, key: string): Deed | undefined {
  const messageId = matching(said["key"], KEY);
  // Only words can stand alone, as a plain message.
  if (said["type"] === "reply") return textDeedOf(said, { key, messageId });
  if (messageId === undefined) return undefined;
  switch (said["type"]) {
    case "seen":
      return { kind: "reaction", messageId, name: "seen", isAdded: true };
    case "failed": {
      const { text } = said;
      const reason = typeof text === "string" ? text.slice(0, 500) : "The receiver gave no reason.";
      return { kind: "bounce", postKey: messageId, messageId, reason };
    }
    default:
      return controlDeedOf(said, messageId);
  }
}

function textDeedOf(
  { text, key: given }: JsonObject,
  { key, messageId }: { key: string; messageId: string | undefined },
): Deed | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  if (given !== undefined && messageId === undefined) return undefined;
  const post = messageId === undefined ? {} : { replyTo: messageId, replyToKey: messageId };
  return { kind: "text", text, messageId: key, ...post, isToUs: true };
}

/** An action on a control carries its token. */
function controlDeedOf(said: JsonObject, messageId: string): Deed | undefined {
  const { chosen, values } = said;
  const token = matching(said["token"], TOKEN);
  if (token === undefined) return undefined;
  switch (said["type"]) {
    case "press":
      return { kind: "press", token, messageId };
    case "choose":
      return isTokens(chosen) ? { kind: "choose", token, chosen, messageId } : undefined;
    case "submit":
      return isObject(values) ? { kind: "submit", token, values } : undefined;
    default:
      return undefined;
  }
}

function parse(body: string): JsonObject | undefined {
  try {
    const said = JSON.parse(body) as Json;
    return isObject(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Two receivers may use the same ids, so the host comes first. */
function accountOf(from: Json | undefined, { host }: URL): Account | undefined {
  if (!isObject(from)) return undefined;
  const id = matching(from["id"], ID);
  const name = matching(from["name"], NAME);
  if (id === undefined || name === undefined) return undefined;
  return {
    id: `${host}/${id}`,
    name,
    // Anything but false counts as a warning, so that a receiver that means to warn is not misread.
    ...present({
      isForeign: isSaid(from["isForeign"]) ? true : undefined,
      isBot: isSaid(from["isBot"]) ? true : undefined,
    }),
  };
}

function isSaid(value: Json | undefined): boolean {
  return value !== undefined && value !== false;
}

function receiver({ host }: URL): Account {
  return { id: host, name: host, isBot: true };
}

function matching(value: Json | undefined, shape: RegExp): string | undefined {
  return typeof value === "string" && shape.test(value) ? value : undefined;
}

function isTokens(value: Json | undefined): value is readonly string[] {
  const isList = Array.isArray(value) && value.length <= MAX_CHOSEN;
  return isList && value.every((token) => matching(token, TOKEN) !== undefined);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isShallow(value: Json, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}
