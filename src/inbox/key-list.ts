/** What the key sheet says: the keys, and what they do. */
export const KEY_LIST: readonly {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, what: string])[];
}[] = [
  {
    title: "List",
    keys: [
      ["j", "Next request"],
      ["k", "Previous request"],
      ["Enter", "Open: the focus goes into the request"],
      ["x", "Select"],
      ["Shift+J", "Select on to the next"],
      ["Shift+K", "Select on to the previous"],
      [".", "Show what is new"],
      ["/", "Search"],
      ["Escape", "Back"],
    ],
  },
  {
    title: "Request",
    keys: [
      ["a", "Approve"],
      ["Shift+A", "Approve with scope"],
      ["d", "Reject"],
      ["e", "Edit the arguments"],
      ["r", "Reply"],
      ["1", "Choose the option, to 9"],
      ["u", "Use the old answer"],
      ["c", "Claim or release"],
      ["h", "Snooze"],
      ["w", "Keep waiting, of what is open for a day"],
      ["m", "Remind people of it"],
      ["o", "Ask the owners too"],
      ["z", "Give it up; again to confirm"],
      ["Mod+Enter", "Send"],
    ],
  },
  {
    title: "Deliveries",
    keys: [
      ["j", "Next delivery"],
      ["k", "Previous delivery"],
      ["r", "Resend"],
      ["d", "Drop; again to confirm"],
    ],
  },
  {
    title: "Go to",
    keys: [
      ["g i", "Inbox"],
      ["g w", "Waiting"],
      ["g s", "Snoozed"],
      ["g d", "Done"],
      ["g c", "Conversations"],
      ["g t", "Liaison"],
      ["g r", "Runs"],
      ["g a", "Agents"],
      ["g e", "Deliveries"],
      ["g p", "Policy"],
      ["g l", "Audit log"],
      ["g b", "Dashboard"],
      ["g ,", "Settings"],
    ],
  },
  {
    title: "Page",
    keys: [
      ["Mod+K", "All commands"],
      ["?", "These keys"],
    ],
  },
];
