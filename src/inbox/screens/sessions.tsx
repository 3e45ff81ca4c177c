import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-runs.css";
import "../styles/screens-sessions.css";
import { ListScreen } from "../parts/list-screen.tsx";
import { SessionList } from "../sessions/session-list.tsx";
import { SessionView } from "../sessions/session-view.tsx";
import { say } from "./messages/messages.ts";

/** What agents work on: the list, and the session that is open. */
export function SessionsScreen() {
  return (
    <ListScreen
      title={say("sessions")}
      none={say("session.none")}
      prefix="ses"
      list={() => <SessionList />}
      one={(id) => <SessionView key={id} id={id} />}
    />
  );
}
