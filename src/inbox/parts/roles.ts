import { say } from "./messages/messages.ts";
/** What an operator may do, as a choice. */
export const ROLES = [
  { value: "owner", label: say("role.owner") },
  { value: "approver", label: say("role.approver") },
  { value: "viewer", label: say("role.viewer") },
] as const;
