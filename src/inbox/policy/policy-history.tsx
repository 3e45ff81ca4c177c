import { useState } from "preact/hooks";
import { present } from "../../domain/present.ts";
import type {
  LoggedPolicy,
  PolicyBlame,
  PolicyDiff,
  PolicyPut,
} from "../../ports/earshot/policy-history.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Section } from "../parts/section.tsx";
import { useLive } from "../parts/use-live.ts";
import { useLoad } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { changeWords, partName, putBy, shortRevision, sideText } from "./history-words.ts";

const CHANGES = /^policy\.changed$/;

/** What policies said before: who put each in force, and who put each rule there. */
export function PolicyHistory() {
  const log = useLive(CHANGES, () => api.policyLog({ limit: 100 }));
  return (
    <Loading from={log} what="former policies">
      {({ items, next }) =>
        items.length === 0 ? (
          <Empty title="No policy was ever applied">There is nothing to look back at.</Empty>
        ) : (
          <>
            <Puts items={items} isMore={next !== undefined} />
            <Blame key={items[0]?.seq} />
          </>
        )
      }
    </Loading>
  );
}

function Puts({
  items,
  isMore,
}: {
  readonly items: readonly LoggedPolicy[];
  readonly isMore: boolean;
}) {
  const [shown, setShown] = useState<LoggedPolicy>();
  return (
    <Section
      title="Policies that were in force"
      about="The newest first, each with what it changed."
    >
      <RecordTable
        caption="Policies that were in force"
        head={["When", "By", "Revision", "What it changed", "Compare"]}
        ids={items.map(({ seq }) => `put-${seq}`)}
        rows={items.map((item) => [
          <Time key="at" at={item.at} />,
          putBy(item),
          <Revision key="revision" of={item} />,
          <Words key="words" lines={changeWords(item)} />,
          <Button key="show" onClick={() => setShown(item)}>
            Compare
          </Button>,
        ])}
      />
      {isMore ? (
        <p class="muted">
          Older ones: <code>npx earshot policy log</code>.
        </p>
      ) : null}
      {shown === undefined ? null : <Comparison key={shown.seq} of={shown} />}
    </Section>
  );
}

/** One policy beside the one that it replaced then, which need not be the one it replaced last. */
function Comparison({ of: { former, revision } }: { readonly of: LoggedPolicy }) {
  const diff = useLoad(() => api.diffPolicies({ to: revision, ...present({ from: former }) }));
  return (
    <Loading from={diff} what="what it changed">
      {(found) => <Differences diff={found} />}
    </Loading>
  );
}

function Differences({ diff: { to, differences, allowsMore } }: { readonly diff: PolicyDiff }) {
  return (
    <Section title={`What ${shortRevision(to)} changed`}>
      {allowsMore.length === 0 ? null : (
        <Notice kind="warn">
          It may let more pass than the one before.{" "}
          {allowsMore.map((why) => visibleText(why)).join(" ")}
        </Notice>
      )}
      <RecordTable
        caption="What differs"
        head={["Part", "Before", "After"]}
        rows={differences.map((part) => [
          partName(part),
          <pre key="from">{sideText(part.from)}</pre>,
          <pre key="to">{sideText(part.to)}</pre>,
        ])}
      />
    </Section>
  );
}

function Blame() {
  const blame = useLoad(() => api.blamePolicy());
  return (
    <Section
      title="Who put each rule there"
      about="For each part of the policy in force, the change that gave it its present form."
    >
      <Loading from={blame} what="who put each rule there">
        {(found) => <BlameTable blame={found} />}
      </Loading>
    </Section>
  );
}

function BlameTable({ blame: { parts } }: { readonly blame: PolicyBlame }) {
  return (
    <RecordTable
      caption="Parts of the policy in force"
      head={["Part", "Since", "By", "Revision"]}
      rows={parts.map((part) => [
        partName(part),
        <Time key="at" at={part.put.at} />,
        putBy(part.put),
        <Revision key="revision" of={part.put} />,
      ])}
    />
  );
}

function Revision({ of: { revision } }: { readonly of: PolicyPut }) {
  return <code title={revision}>{shortRevision(revision)}</code>;
}

function Words({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul class="rule-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
