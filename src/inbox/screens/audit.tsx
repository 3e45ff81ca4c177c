import "../styles/screens.css";
import "../styles/screens-tables.css";
import { AcceptRecord } from "../log/accept-record.tsx";
import { EventLog } from "../log/event-log.tsx";
import { VerifyLog } from "../log/verify-log.tsx";
import { can } from "../server/me.ts";
import { Screen } from "../ui/screen.tsx";
import { say } from "./messages/messages.ts";

/** The log: whether it holds, and its entries. */
export function AuditScreen() {
  return (
    <Screen
      title={say("audit")}
      actions={
        can("audit") ? (
          <a class="button" href="/v1/audit/export" download="earshot-audit.jsonl">
            {say("audit.export")}
          </a>
        ) : null
      }
    >
      <AcceptRecord />
      {can("audit") ? <VerifyLog /> : null}
      <EventLog />
    </Screen>
  );
}
