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
import { say, sayWith } from "./messages/messages.ts";

const CHANGES = /^policy\.changed$/;

/** What policies said before: who put each in force, and who put each rule there. */
export function PolicyHistory() {
  const log = useLive(CHANGES, () => api.policyLog({ limit: 100 }));
  return (
    <Loading from={log} what={say("history.what")}>
      {({ items, next }) =>
        items.length === 0 ? (
          <Empty title={say("history.none")}>{say("history.none.about")}</Empty>
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
    <Section title={say("history")} about={say("history.about")}>
      <RecordTable
        caption={say("history")}
        head={[say("when"), say("by"), say("revision"), say("history.changed"), say("compare")]}
        ids={items.map(({ seq }) => `put-${seq}`)}
        rows={items.map((item) => [
          <Time key="at" at={item.at} />,
          putBy(item),
          <Revision key="revision" of={item} />,
          <Words key="words" lines={changeWords(item)} />,
          <Button key="show" onClick={() => setShown(item)}>
            {say("compare")}
          </Button>,
        ])}
      />
      {isMore ? (
        <p class="muted">
          {sayWith("history.older", { command: <code>npx earshot policy log</code> })}
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
    <Loading from={diff} what={say("revision.what.what")}>
      {(found) => <Differences diff={found} />}
    </Loading>
  );
}

function Differences({ diff: { to, differences, allowsMore } }: { readonly diff: PolicyDiff }) {
  return (
    <Section title={say("revision.what", { revision: shortRevision(to) })}>
      {allowsMore.length === 0 ? null : (
        <Notice kind="warn">
          {say("more-pass", { why: allowsMore.map((why) => visibleText(why)).join(" ") })}
        </Notice>
      )}
      <RecordTable
        caption={say("differs")}
        head={[say("part"), say("before"), say("after")]}
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
    <Section title={say("blame")} about={say("blame.about")}>
      <Loading from={blame} what={say("blame.what")}>
        {(found) => <BlameTable blame={found} />}
      </Loading>
    </Section>
  );
}

function BlameTable({ blame: { parts } }: { readonly blame: PolicyBlame }) {
  return (
    <RecordTable
      caption={say("blame.caption")}
      head={[say("part"), say("since"), say("by"), say("revision")]}
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
