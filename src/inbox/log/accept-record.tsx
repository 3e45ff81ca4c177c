import { grouped } from "../charts/words.ts";
import { Section } from "../parts/section.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { setBack } from "./record-now.ts";

/** Says that the record lost what it had committed, and lets an owner accept it as it is. */
export function AcceptRecord() {
  const accepting = useAction();
  const waits = setBack.value;
  if (waits === undefined) return null;
  const { event, from, to, at, by } = waits;
  return (
    <Section
      title="The record went back"
      about="A database that failed over to a server that lagged, or an earlier file in its place, has lost what was acknowledged."
    >
      <Notice kind="error">
        <p>
          <strong>No approval is used until an owner accepts the record.</strong> Event{" "}
          {grouped(from)} had been committed, and the log ended at {grouped(to)}; noticed{" "}
          <Time at={at} /> by {by === "memory" ? "what a node remembered" : "a checkpoint"}.
        </p>
        <p>
          Approvals from before are void: agents seek them again. What was revoked, halted or
          decided in that time is as if it had never been. Look at keys, operators and agents first.
        </p>
      </Notice>
      {accepting.error === undefined ? null : <Notice kind="error">{accepting.error}</Notice>}
      {can("operate") ? (
        <TwoPress
          armed="Press again to accept the record"
          busy={accepting.isBusy}
          onConfirm={() =>
            accepting.run(async () => {
              setBack.value = (await api.acceptRecord({ event })).setBack;
            })
          }
        >
          Accept the record
        </TwoPress>
      ) : null}
    </Section>
  );
}
