/** What an operator may do, as a choice. */
export const ROLES = [
  { value: "owner", label: "Owner: all, with people, keys and policy" },
  { value: "approver", label: "Approver: answers and decides" },
  { value: "viewer", label: "Viewer: only reads" },
] as const;
