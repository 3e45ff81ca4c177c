import type { EventType } from "./event.ts";

/** Events that can change which requests an operator may decide. */
export const CHANGES_WHO_DECIDES: ReadonlySet<EventType> = new Set<EventType>([
  "key.created",
  "key.revoked",
  "operator.removed",
  "passphrase.set",
  "passkey.added",
  "passkey.removed",
  "web_session.started",
  "web_session.revoked",
  "agent.halted",
  "agent.resumed",
  "agent.tied",
  "policy.changed",
]);
