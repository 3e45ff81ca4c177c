import { grouped } from "../charts/words.ts";
import { Section } from "../parts/section.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { setBack } from "./record-now.ts";

/** Says that the record lost what it had committed, and lets an owner accept it as it is. */
export function AcceptRecord() {
  const accepting = useAction();
  const waits = setBack.value;
  if (waits === undefined) return null;
  const { event, from, to, at, by } = waits;
  return (
    <Section title={say("went-back")} about={say("went-back.about")}>
      <Notice kind="error">
        <p>
          <strong>{say("went-back.lead")}</strong>{" "}
          {sayWith(by === "memory" ? "went-back.memory" : "went-back.checkpoint", {
            from: grouped(from),
            to: grouped(to),
            at: <Time at={at} />,
          })}
        </p>
        <p>{say("went-back.what")}</p>
      </Notice>
      {accepting.error === undefined ? null : <Notice kind="error">{accepting.error}</Notice>}
      {can("operate") ? (
        <TwoPress
          armed={say("accept.armed")}
          busy={accepting.isBusy}
          onConfirm={() =>
            accepting.run(async () => {
              setBack.value = (await api.acceptRecord({ event })).setBack;
            })
          }
        >
          {say("accept")}
        </TwoPress>
      ) : null}
    </Section>
  );
}
