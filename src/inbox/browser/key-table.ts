interface KnownKey {
  readonly key: string;
  readonly what: string;
  /** It decides on what is shown, or changes it for others: only what was looked at is decided so. */
  readonly decides?: boolean;
}

/** The keys of the page and what they do, as the key sheet says it. */
export const KEY_LIST: readonly { readonly title: string; readonly keys: readonly KnownKey[] }[] = [
  {
    title: "List",
    keys: [
      { key: "j", what: "Next request" },
      { key: "k", what: "Previous request" },
      { key: "Enter", what: "Open: the focus goes into the request" },
      { key: "x", what: "Select" },
      { key: "Shift+J", what: "Select on to the next" },
      { key: "Shift+K", what: "Select on to the previous" },
      { key: ".", what: "Show what is new" },
      { key: "/", what: "Search" },
      { key: "Escape", what: "Back" },
    ],
  },
  {
    title: "Request",
    keys: [
      { key: "a", decides: true, what: "Approve" },
      { key: "p", decides: true, what: "Approve with a passkey, where digits would do, too" },
      { key: "Shift+A", what: "Approve with scope" },
      { key: "d", what: "Reject" },
      { key: "e", what: "Edit the arguments" },
      { key: "r", what: "Reply" },
      { key: "1", decides: true, what: "Choose the option, to 9" },
      { key: "u", decides: true, what: "Use the old answer" },
      { key: "c", decides: true, what: "Claim or release" },
      { key: "h", what: "Snooze" },
      { key: "w", decides: true, what: "Keep waiting, of what is open for a day" },
      { key: "m", decides: true, what: "Remind people of it" },
      { key: "o", decides: true, what: "Ask the owners too" },
      { key: "z", decides: true, what: "Give it up; again to confirm" },
      { key: "Mod+Enter", decides: true, what: "Send" },
      { key: "Enter", decides: true, what: "Send, in a field of one line that decides" },
    ],
  },
  {
    title: "Deliveries",
    keys: [
      { key: "j", what: "Next delivery" },
      { key: "k", what: "Previous delivery" },
      { key: "r", what: "Resend" },
      { key: "d", what: "Drop; again to confirm" },
    ],
  },
  {
    title: "Go to",
    keys: [
      { key: "g i", what: "Inbox" },
      { key: "g o", what: "What others have to decide" },
      { key: "g w", what: "Waiting" },
      { key: "g s", what: "Snoozed" },
      { key: "g d", what: "Done" },
      { key: "g c", what: "Conversations" },
      { key: "g t", what: "Liaison" },
      { key: "g r", what: "Runs" },
      { key: "g a", what: "Agents" },
      { key: "g e", what: "Deliveries" },
      { key: "g p", what: "Policy" },
      { key: "g l", what: "Audit log" },
      { key: "g b", what: "Dashboard" },
      { key: "g ,", what: "Settings" },
    ],
  },
  {
    title: "Page",
    keys: [
      { key: "Mod+K", what: "All commands" },
      { key: "?", what: "These keys" },
    ],
  },
];
