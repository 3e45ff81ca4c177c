import "../styles/screens.css";
import "../styles/screens-tables.css";
import { can } from "../me.ts";
import { Screen } from "../ui/screen.tsx";
import { EventLog } from "./audit/event-log.tsx";
import { VerifyLog } from "./audit/verify-log.tsx";

/** The log: whether it holds, and what stands in it. */
export function AuditScreen() {
  return (
    <Screen
      title="Audit"
      actions={
        can("audit") ? (
          <a class="button" href="/v1/audit/export" download="earshot-audit.jsonl">
            Export the log
          </a>
        ) : null
      }
    >
      {can("audit") ? <VerifyLog /> : null}
      <EventLog />
    </Screen>
  );
}
