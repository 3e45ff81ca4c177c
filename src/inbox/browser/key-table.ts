export const KEY_GROUPS = ["list", "request", "deliveries", "go", "page"] as const;

export interface KnownKey {
  readonly group: (typeof KEY_GROUPS)[number];
  readonly key: string;
  /** Whether it has a name among the commands, beside what the key sheet says that it does. */
  readonly isCommand?: boolean;
  /**
   * Whether it decides on what is shown, or changes it for others: only what was looked at is
   * decided this way.
   */
  readonly decides?: boolean;
}

/** The keys of the page: handlers, hints, commands and the key sheet all read this table. */
export const KEYS = {
  next: { group: "list", key: "j", isCommand: true },
  previous: { group: "list", key: "k", isCommand: true },
  open: { group: "list", key: "Enter" },
  select: { group: "list", key: "x", isCommand: true },
  selectNext: {
    group: "list",
    key: "Shift+J",
    isCommand: true,
  },
  selectPrevious: {
    group: "list",
    key: "Shift+K",
    isCommand: true,
  },
  unfold: { group: "list", key: "ArrowRight" },
  fold: { group: "list", key: "ArrowLeft" },
  showNew: { group: "list", key: ".", isCommand: true },
  search: { group: "list", key: "/", isCommand: true },
  back: { group: "list", key: "Escape" },
  approve: {
    group: "request",
    key: "a",
    decides: true,
    isCommand: true,
  },
  approveByPasskey: {
    group: "request",
    key: "p",
    decides: true,
    isCommand: true,
  },
  approveWithScope: {
    group: "request",
    key: "Shift+A",
    isCommand: true,
  },
  reject: { group: "request", key: "d", isCommand: true },
  note: {
    group: "request",
    key: "n",
    isCommand: true,
  },
  askAgent: {
    group: "request",
    key: "q",
    isCommand: true,
  },
  answerInstead: {
    group: "request",
    key: "t",
    isCommand: true,
  },
  edit: { group: "request", key: "e", isCommand: true },
  reply: { group: "request", key: "r", isCommand: true },
  choose: { group: "request", key: "1", decides: true },
  useOldAnswer: {
    group: "request",
    key: "u",
    decides: true,
    isCommand: true,
  },
  claim: {
    group: "request",
    key: "c",
    decides: true,
    isCommand: true,
  },
  ids: {
    group: "request",
    key: "i",
    isCommand: true,
  },
  snooze: { group: "request", key: "h", isCommand: true },
  keepWaiting: {
    group: "request",
    key: "w",
    decides: true,
  },
  assign: {
    group: "request",
    key: "m",
    isCommand: true,
  },
  undo: {
    group: "request",
    key: "z",
    isCommand: true,
  },
  remind: { group: "request", key: "Shift+M", decides: true },
  askOwners: { group: "request", key: "o", decides: true },
  giveUp: { group: "request", key: "Shift+Z", decides: true },
  send: { group: "request", key: "Mod+Enter", decides: true },
  sendLine: {
    group: "request",
    key: "Enter",
    decides: true,
  },
  nextDelivery: { group: "deliveries", key: "j" },
  previousDelivery: { group: "deliveries", key: "k" },
  resend: { group: "deliveries", key: "r" },
  drop: { group: "deliveries", key: "d" },
  inbox: { group: "go", key: "g i" },
  others: { group: "go", key: "g o" },
  waiting: { group: "go", key: "g w" },
  snoozed: { group: "go", key: "g s" },
  done: { group: "go", key: "g d" },
  view: { group: "go", key: "g 1" },
  conversations: { group: "go", key: "g c" },
  liaison: { group: "go", key: "g t" },
  runs: { group: "go", key: "g r" },
  sessions: { group: "go", key: "g n" },
  agents: { group: "go", key: "g a" },
  deliveries: { group: "go", key: "g e" },
  policy: { group: "go", key: "g p" },
  audit: { group: "go", key: "g l" },
  dashboard: { group: "go", key: "g b" },
  settings: { group: "go", key: "g ," },
  commands: { group: "page", key: "Mod+K" },
  keys: { group: "page", key: "?" },
} as const satisfies Readonly<Record<string, KnownKey>>;

type KeyName = keyof typeof KEYS;
export type CommandName = {
  [N in KeyName]: (typeof KEYS)[N] extends { isCommand: true } ? N : never;
}[KeyName];

interface ListedKey extends KnownKey {
  readonly name: KeyName;
}

export const KEY_LIST: readonly ListedKey[] = Object.entries(KEYS).map(([name, known]) => ({
  name: name as KeyName,
  ...known,
}));
