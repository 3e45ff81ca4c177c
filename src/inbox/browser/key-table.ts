import { say } from "./messages/messages.ts";

export const KEY_GROUPS = ["list", "request", "deliveries", "go", "page"] as const;

type Group = (typeof KEY_GROUPS)[number];

export function groupWords(group: Group): string {
  return say(`group.${group}`);
}

export interface KnownKey {
  readonly group: Group;
  readonly key: string;
  /** What it does, as the key sheet says it. */
  readonly what: string;
  /** Its name among the commands, if it is one. */
  readonly command?: string;
  /**
   * Whether it decides on what is shown, or changes it for others: only what was looked at is
   * decided this way.
   */
  readonly decides?: boolean;
}

/** The keys of the page: handlers, hints, commands and the key sheet all read this table. */
export const KEYS = {
  next: { group: "list", key: "j", what: say("key.next"), command: say("key.next") },
  previous: { group: "list", key: "k", what: say("key.previous"), command: say("key.previous") },
  open: { group: "list", key: "Enter", what: say("key.open") },
  select: { group: "list", key: "x", what: say("key.select"), command: say("key.select.command") },
  selectNext: {
    group: "list",
    key: "Shift+J",
    what: say("key.select-next"),
    command: say("key.select-next"),
  },
  selectPrevious: {
    group: "list",
    key: "Shift+K",
    what: say("key.select-previous"),
    command: say("key.select-previous"),
  },
  showNew: { group: "list", key: ".", what: say("key.show-new"), command: say("key.show-new") },
  search: { group: "list", key: "/", what: say("key.search"), command: say("key.search") },
  back: { group: "list", key: "Escape", what: say("key.back") },
  approve: {
    group: "request",
    key: "a",
    decides: true,
    what: say("key.approve"),
    command: say("key.approve"),
  },
  approveByPasskey: {
    group: "request",
    key: "p",
    decides: true,
    what: say("key.approve-by-passkey"),
    command: say("key.approve-by-passkey.command"),
  },
  approveWithScope: {
    group: "request",
    key: "Shift+A",
    what: say("key.approve-with-scope"),
    command: say("key.approve-with-scope"),
  },
  reject: { group: "request", key: "d", what: say("key.reject"), command: say("key.reject") },
  note: {
    group: "request",
    key: "n",
    what: say("key.note"),
    command: say("key.note.command"),
  },
  askAgent: {
    group: "request",
    key: "q",
    what: say("key.ask-agent"),
    command: say("key.ask-agent"),
  },
  answerInstead: {
    group: "request",
    key: "t",
    what: say("key.answer-instead"),
    command: say("key.answer-instead"),
  },
  edit: { group: "request", key: "e", what: say("key.edit"), command: say("key.edit") },
  reply: { group: "request", key: "r", what: say("key.reply"), command: say("key.reply") },
  choose: { group: "request", key: "1", decides: true, what: say("key.choose") },
  useOldAnswer: {
    group: "request",
    key: "u",
    decides: true,
    what: say("key.use-old-answer"),
    command: say("key.use-old-answer"),
  },
  claim: {
    group: "request",
    key: "c",
    decides: true,
    what: say("key.claim"),
    command: say("key.claim"),
  },
  ids: {
    group: "request",
    key: "i",
    what: say("key.ids"),
    command: say("key.ids"),
  },
  snooze: { group: "request", key: "h", what: say("key.snooze"), command: say("key.snooze") },
  keepWaiting: {
    group: "request",
    key: "w",
    decides: true,
    what: say("key.keep-waiting"),
  },
  assign: {
    group: "request",
    key: "m",
    what: say("key.assign"),
    command: say("key.assign"),
  },
  undo: {
    group: "request",
    key: "z",
    what: say("key.undo"),
    command: say("key.undo.command"),
  },
  remind: { group: "request", key: "Shift+M", decides: true, what: say("key.remind") },
  askOwners: { group: "request", key: "o", decides: true, what: say("key.ask-owners") },
  giveUp: { group: "request", key: "Shift+Z", decides: true, what: say("key.give-up") },
  send: { group: "request", key: "Mod+Enter", decides: true, what: say("key.send") },
  sendLine: {
    group: "request",
    key: "Enter",
    decides: true,
    what: say("key.send-line"),
  },
  nextDelivery: { group: "deliveries", key: "j", what: say("key.next-delivery") },
  previousDelivery: { group: "deliveries", key: "k", what: say("key.previous-delivery") },
  resend: { group: "deliveries", key: "r", what: say("key.resend") },
  drop: { group: "deliveries", key: "d", what: say("key.drop") },
  inbox: { group: "go", key: "g i", what: say("key.inbox") },
  others: { group: "go", key: "g o", what: say("key.others") },
  waiting: { group: "go", key: "g w", what: say("key.waiting") },
  snoozed: { group: "go", key: "g s", what: say("key.snoozed") },
  done: { group: "go", key: "g d", what: say("key.done") },
  view: { group: "go", key: "g 1", what: say("key.view") },
  conversations: { group: "go", key: "g c", what: say("key.conversations") },
  liaison: { group: "go", key: "g t", what: say("key.liaison") },
  runs: { group: "go", key: "g r", what: say("key.runs") },
  sessions: { group: "go", key: "g n", what: say("key.sessions") },
  agents: { group: "go", key: "g a", what: say("key.agents") },
  deliveries: { group: "go", key: "g e", what: say("key.deliveries") },
  policy: { group: "go", key: "g p", what: say("key.policy") },
  audit: { group: "go", key: "g l", what: say("key.audit") },
  dashboard: { group: "go", key: "g b", what: say("key.dashboard") },
  settings: { group: "go", key: "g ,", what: say("key.settings") },
  commands: { group: "page", key: "Mod+K", what: say("key.commands") },
  keys: { group: "page", key: "?", what: say("key.keys") },
} as const satisfies Readonly<Record<string, KnownKey>>;

export const KEY_LIST: readonly KnownKey[] = Object.values(KEYS);
