import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-runs.css";
import "../styles/screens-sessions.css";
import { isId } from "../../domain/id.ts";
import { useKeys } from "../browser/keys.ts";
import { go, place } from "../browser/router.ts";
import { SessionList } from "../sessions/session-list.tsx";
import { SessionView } from "../sessions/session-view.tsx";
import { Empty } from "../ui/empty.tsx";
import { Screen } from "../ui/screen.tsx";

/** What agents work on: the list, and the session that is open. */
export function SessionsScreen() {
  const [, open] = place.value.parts;
  useKeys("sessions", open === undefined ? {} : { Escape: () => go("/sessions") });
  return (
    <Screen title="Sessions">
      {open === undefined ? (
        <SessionList />
      ) : isId("ses", open) ? (
        <SessionView key={open} id={open} />
      ) : (
        <Empty title="There is no session of this id">
          Go back to Sessions for those that there are.
        </Empty>
      )}
    </Screen>
  );
}
