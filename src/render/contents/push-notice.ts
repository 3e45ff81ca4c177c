import { wantsNote } from "../../domain/authority/vote-words.ts";
import { plainLine, plainWords } from "../../domain/plain-words.ts";
import type {
  AuthorizationRequest,
  QuestionRequest,
  Shown,
  ShownRequest,
} from "../../domain/requests/request.ts";
import type { PushNotice, PushNoticeOptions } from "../../ports/channels/push.ts";
import { authorizationBlocks } from "../blocks.ts";
import { headline } from "../headline.ts";
import { oneLine, visibleText } from "../visible-text.ts";
import { type Reader, readerOf } from "../words/reader.ts";
import { shownName } from "./content-blocks.ts";
import { isDecidedInChats } from "./request-content-authorization.ts";

/*
 * What a notification on a device shows. It is read on a locked screen, and its room is small: no
 * argument of an action is ever in it, and it decides only what it shows whole.
 */

/** What the narrowest screens show of a text before they cut it. */
const TEXT_CHARS = 120;
const LABEL_CHARS = 24;
/** Browsers show two buttons at most. */
const MOST_BUTTONS = 2;

export function pushNotice(request: ShownRequest, options: PushNoticeOptions): PushNotice {
  const reader = readerOf(options);
  if (options.shows === "nothing") {
    return { title: reader.words.say("push.neutral"), text: "", buttons: [] };
  }
  return request.kind === "question"
    ? questionNotice(request, options, reader)
    : authorizationNotice(request, options, reader);
}

function questionNotice(
  request: Shown<QuestionRequest>,
  { isForPage }: PushNoticeOptions,
  { words }: Reader,
): PushNotice {
  const { text, context, form } = request.question;
  const shown = headline(text, TEXT_CHARS);
  const isWhole = shown === visibleText(plainLine(text)) && context === undefined;
  const isAlone = (request.alsoAskedBy ?? []).length === 0;
  const labels = form.kind === "choice" ? form.options.map(({ label }) => plainWords(label)) : [];
  const areShort =
    labels.length <= MOST_BUTTONS &&
    labels.every((label) => oneLine(label, LABEL_CHARS) === label) &&
    new Set(labels).size === labels.length;
  const areAll =
    form.kind === "choice" && form.options.every(({ description }) => description === undefined);
  const decides = !isForPage && isWhole && isAlone && areShort && areAll;
  return {
    title: words.say("push.asks", { agent: shownName(request.agentName) }),
    text: shown,
    buttons: decides ? labels.map((label, index) => ({ name: String(index), label })) : [],
  };
}

function authorizationNotice(
  request: Shown<AuthorizationRequest>,
  { isForPage, isApprovedByName }: PushNoticeOptions,
  reader: Reader,
): PushNotice {
  const { words } = reader;
  const { action, demand } = request.authorization;
  const tool = oneLine(action.tool, TEXT_CHARS);
  const decides = !isForPage && isDecidedInChats(request.authorization) && tool === action.tool;
  const isWhole = isAllInName(request, reader);
  const { level } = demand;
  const approve = { name: "a", label: words.say("button.approve") };
  const reject = { name: "r", label: words.say("button.reject") };
  const isBare = (isWhole || isApprovedByName) && !wantsNote(demand);
  const buttons = isBare ? [approve, reject] : [reject];
  return {
    title: words.say("push.runs", { agent: shownName(request.agentName), tool }),
    text: isWhole ? level : words.say("push.more", { level }),
    buttons: decides ? buttons : [],
  };
}

/** Whether the name of the tool says all there is: no argument, no file, and no warning. */
function isAllInName(request: Shown<AuthorizationRequest>, reader: Reader): boolean {
  const { action } = request.authorization;
  const isBare =
    Object.keys(action.args).length === 0 &&
    action.resources.length === 0 &&
    action.evidence === undefined;
  return isBare && authorizationBlocks(request, reader).every(({ kind }) => kind !== "notice");
}
