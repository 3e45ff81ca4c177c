import { useState } from "preact/hooks";
import { formatDuration } from "../../domain/duration.ts";
import { type ComparedRecord, faultText } from "../../domain/log/replay.ts";
import { present } from "../../domain/present.ts";
import type { AuditReport } from "../../ports/earshot/audit.ts";
import type { Checkpoint } from "../../ports/earshot/authority.ts";
import { counted, grouped } from "../charts/words.ts";
import { CopyText } from "../parts/copy-text.tsx";
import { Section } from "../parts/section.tsx";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";

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
    <Section
      title="Verify"
      about="Each event carries the hash of the one before. Verifying reads them all and tells where the chain breaks, if it does."
    >
      <form
        class="filter-row"
        onSubmit={(event) => {
          event.preventDefault();
          verify();
        }}
      >
        <Field label="A head noted earlier" hint="As SEQ:HASH; the log must still contain it.">
          <Input class="mono" value={head} onInput={setHead} />
        </Field>
        <div class="buttons">
          <Button kind="primary" type="submit" busy={verifying.isBusy}>
            Verify the log
          </Button>
          <Button
            busy={sealing.isBusy}
            onClick={() => sealing.run(async () => setSealed(await api.sealLog()))}
          >
            Seal now
          </Button>
        </div>
      </form>
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      {verifying.isBusy ? <p class="loading">Reading the whole log…</p> : null}
      {report === undefined ? null : <Report report={report} />}
      {sealed === undefined ? null : (
        <Notice kind="good">
          Sealed up to event {grouped(sealed.seq)} <Time at={sealed.at} />. The signed checkpoint is
          in the anchor.
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
        <strong>Intact.</strong> {counted(events, "event")}, and every one follows from the one
        before.
        {record === undefined
          ? null
          : ` ${counted(record.rows, "row")} compared with what the log says of them.`}
      </p>
      {wentBack === undefined ? null : (
        <p>
          {counted(wentBack.count, "event")} dated before one that stands earlier in the log, event{" "}
          {grouped(wentBack.seq)} by {formatDuration(wentBack.ms)}: the clock was set back.
        </p>
      )}
      <p>Keep this head elsewhere: given back, it shows a later cut of the log.</p>
      <CopyText what="the head" text={noted} />
    </Notice>
  ) : (
    <Notice kind="error">
      <p>
        <strong>The log does not hold.</strong> {fault ?? "The chain is broken"}. Up to event{" "}
        {grouped(events)} it does.
      </p>
      <CopyText what="the last good head" text={noted} />
    </Notice>
  );
}

/** The log holds, but rows that it names differ from what it says. */
function Changed({ record }: { readonly record: ComparedRecord }) {
  const { faults, more } = record;
  return (
    <Notice kind="error">
      <p>
        <strong>The record is not what the log says.</strong> The log itself holds; these were
        changed in the store:
      </p>
      <ul>
        {faults.map((one) => (
          <li key={faultText(one)}>{faultText(one)}</li>
        ))}
      </ul>
      {more === 0 ? null : <p>And {grouped(more)} more.</p>}
    </Notice>
  );
}
