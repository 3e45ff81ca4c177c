import { useState } from "preact/hooks";
import { type ComparedRecord, faultText } from "../../domain/log/replay.ts";
import { present } from "../../domain/present.ts";
import type { AuditReport } from "../../ports/earshot/audit.ts";
import type { Checkpoint } from "../../ports/earshot/authority.ts";
import { briefly } from "../browser/spans.ts";
import { grouped } from "../charts/words.ts";
import { CopyText } from "../parts/copy-text.tsx";
import { Section } from "../parts/section.tsx";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";

/** Reads the whole log and says whether its chain holds; seals it. */
export function VerifyLog() {
  const [head, setHead] = useState("");
  const [report, setReport] = useState<AuditReport>();
  const [sealed, setSealed] = useState<Checkpoint>();
  const verifying = useAction();
  const sealing = useAction();
  const verify = () =>
    verifying.run(async () => {
      setReport(undefined);
      setReport(await api.verifyAudit(present({ head: head.trim() || undefined })));
    });
  const error = verifying.error ?? sealing.error;
  return (
    <Section title={say("verify")} about={say("verify.about")}>
      <form
        class="filter-row"
        onSubmit={(event) => {
          event.preventDefault();
          verify();
        }}
      >
        <Field label={say("verify.head")} hint={say("verify.head-hint")}>
          <Input class="mono" value={head} onInput={setHead} />
        </Field>
        <div class="buttons">
          <Button kind="primary" type="submit" busy={verifying.isBusy}>
            {say("verify.submit")}
          </Button>
          <Button
            busy={sealing.isBusy}
            onClick={() => sealing.run(async () => setSealed(await api.sealLog()))}
          >
            {say("verify.seal")}
          </Button>
        </div>
      </form>
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      {verifying.isBusy ? <p class="loading">{say("verify.reading")}</p> : null}
      {report === undefined ? null : <Report report={report} />}
      {sealed === undefined ? null : (
        <Notice kind="good">
          {sayWith("sealed", { seq: grouped(sealed.seq), at: <Time at={sealed.at} /> })}
        </Notice>
      )}
    </Section>
  );
}

function Report({ report }: { readonly report: AuditReport }) {
  const { intact, events, head, fault, record, wentBack } = report;
  const noted = `${head.seq}:${head.hash}`;
  if (record !== undefined && record.faults.length > 0) return <Changed record={record} />;
  return intact ? (
    <Notice kind="good">
      <p>
        <strong>{say("intact")}</strong> {say("intact.all", { count: events })}{" "}
        {record === undefined ? null : rowsText(record.rows)}
      </p>
      {wentBack === undefined ? null : (
        <p>
          {say("intact.back", {
            count: wentBack.count,
            seq: grouped(wentBack.seq),
            by: briefly(wentBack.ms),
          })}
        </p>
      )}
      <p>{say("intact.keep")}</p>
      <CopyText what={say("intact.head")} text={noted} />
    </Notice>
  ) : (
    <Notice kind="error">
      <p>
        <strong>{say("verify.broken")}</strong>{" "}
        {say("verify.broken-at", { fault: fault ?? say("verify.chain"), seq: grouped(events) })}
      </p>
      <CopyText what={say("verify.last-good")} text={noted} />
    </Notice>
  );
}

function rowsText(count: number): string {
  return count === 0 ? say("intact.rows-none") : say("intact.rows", { count });
}

/** The log holds, but rows that it names differ from what it says. */
function Changed({ record }: { readonly record: ComparedRecord }) {
  const { faults, more } = record;
  return (
    <Notice kind="error">
      <p>
        <strong>{say("changed.lead")}</strong> {say("changed.rest")}
      </p>
      <ul>
        {faults.map((one) => (
          <li key={faultText(one)}>{faultText(one)}</li>
        ))}
      </ul>
      {more === 0 ? null : <p>{say("changed.more", { count: grouped(more) })}</p>}
    </Notice>
  );
}
