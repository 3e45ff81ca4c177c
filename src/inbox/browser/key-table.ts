export const KEY_GROUPS = ["List", "Request", "Deliveries", "Go to", "Page"] as const;

export interface KnownKey {
  readonly group: (typeof KEY_GROUPS)[number];
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
  next: { group: "List", key: "j", what: "Next request", command: "Next request" },
  previous: { group: "List", key: "k", what: "Previous request", command: "Previous request" },
  open: { group: "List", key: "Enter", what: "Open: the focus goes into the request" },
  select: { group: "List", key: "x", what: "Select", command: "Select the request" },
  selectNext: {
    group: "List",
    key: "Shift+J",
    what: "Select on to the next",
    command: "Select on to the next",
  },
  selectPrevious: {
    group: "List",
    key: "Shift+K",
    what: "Select on to the previous",
    command: "Select on to the previous",
  },
  showNew: { group: "List", key: ".", what: "Show what is new", command: "Show what is new" },
  search: { group: "List", key: "/", what: "Search", command: "Search" },
  back: { group: "List", key: "Escape", what: "Back" },
  approve: { group: "Request", key: "a", decides: true, what: "Approve", command: "Approve" },
  approveByPasskey: {
    group: "Request",
    key: "p",
    decides: true,
    what: "Approve with a passkey, where digits would do, too",
    command: "Approve with a passkey",
  },
  approveWithScope: {
    group: "Request",
    key: "Shift+A",
    what: "Approve with scope",
    command: "Approve with scope",
  },
  reject: { group: "Request", key: "d", what: "Reject", command: "Reject" },
  note: {
    group: "Request",
    key: "n",
    what: "A note beside the decision",
    command: "Note beside the decision",
  },
  askAgent: { group: "Request", key: "q", what: "Ask the agent", command: "Ask the agent" },
  answerInstead: {
    group: "Request",
    key: "t",
    what: "Answer instead of running it",
    command: "Answer instead of running it",
  },
  edit: { group: "Request", key: "e", what: "Edit the arguments", command: "Edit the arguments" },
  reply: { group: "Request", key: "r", what: "Reply", command: "Reply" },
  choose: { group: "Request", key: "1", decides: true, what: "Choose the option, to 9" },
  useOldAnswer: {
    group: "Request",
    key: "u",
    decides: true,
    what: "Use the old answer",
    command: "Use the old answer",
  },
  claim: {
    group: "Request",
    key: "c",
    decides: true,
    what: "Claim or release",
    command: "Claim or release",
  },
  ids: {
    group: "Request",
    key: "i",
    what: "Ids, digest and exact times",
    command: "Ids, digest and exact times",
  },
  snooze: { group: "Request", key: "h", what: "Snooze", command: "Snooze" },
  keepWaiting: {
    group: "Request",
    key: "w",
    decides: true,
    what: "Keep waiting, of what is open for a day",
  },
  assign: {
    group: "Request",
    key: "m",
    what: "Give it to a colleague",
    command: "Give it to a colleague",
  },
  undo: {
    group: "Request",
    key: "z",
    what: "Take back what you just decided, within 4 s",
    command: "Take back what you just decided",
  },
  remind: { group: "Request", key: "Shift+M", decides: true, what: "Remind people of it" },
  askOwners: { group: "Request", key: "o", decides: true, what: "Ask the owners too" },
  giveUp: { group: "Request", key: "Shift+Z", decides: true, what: "Give it up; again to confirm" },
  send: { group: "Request", key: "Mod+Enter", decides: true, what: "Send" },
  sendLine: {
    group: "Request",
    key: "Enter",
    decides: true,
    what: "Send, in a field of one line that decides",
  },
  nextDelivery: { group: "Deliveries", key: "j", what: "Next delivery" },
  previousDelivery: { group: "Deliveries", key: "k", what: "Previous delivery" },
  resend: { group: "Deliveries", key: "r", what: "Resend" },
  drop: { group: "Deliveries", key: "d", what: "Drop; again to confirm" },
  inbox: { group: "Go to", key: "g i", what: "Inbox" },
  others: { group: "Go to", key: "g o", what: "What others have to decide" },
  waiting: { group: "Go to", key: "g w", what: "Waiting" },
  snoozed: { group: "Go to", key: "g s", what: "Snoozed" },
  done: { group: "Go to", key: "g d", what: "Done" },
  view: { group: "Go to", key: "g 1", what: "The saved view of that number, to 9" },
  conversations: { group: "Go to", key: "g c", what: "Conversations" },
  liaison: { group: "Go to", key: "g t", what: "Liaison" },
  runs: { group: "Go to", key: "g r", what: "Runs" },
  sessions: { group: "Go to", key: "g n", what: "Sessions" },
  agents: { group: "Go to", key: "g a", what: "Agents" },
  deliveries: { group: "Go to", key: "g e", what: "Deliveries" },
  policy: { group: "Go to", key: "g p", what: "Policy" },
  audit: { group: "Go to", key: "g l", what: "Audit log" },
  dashboard: { group: "Go to", key: "g b", what: "Dashboard" },
  settings: { group: "Go to", key: "g ,", what: "Settings" },
  commands: { group: "Page", key: "Mod+K", what: "All commands" },
  keys: { group: "Page", key: "?", what: "These keys" },
} as const satisfies Readonly<Record<string, KnownKey>>;

export const KEY_LIST: readonly KnownKey[] = Object.values(KEYS);
