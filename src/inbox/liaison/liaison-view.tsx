import { useState } from "preact/hooks";
import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { Fact } from "../parts/fact.tsx";
import { Loading } from "../parts/loading.tsx";
import { Name } from "../parts/said.tsx";
import { Notice } from "../ui/notice.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Time } from "../ui/time.tsx";
import { Composer } from "./composer.tsx";
import { ConfidenceFigure } from "./confidence-figure.tsx";
import { Exchanges } from "./exchanges.tsx";
import { Feedback } from "./feedback.tsx";
import { Phases } from "./phases.tsx";
import { Specification } from "./specification.tsx";
import { titleOf } from "./title-of.ts";
import { type Talk, useTalk } from "./use-talk.ts";
import { Work } from "./work.tsx";

/** Beside each other where there is room; else one at a time. */
const PARTS = [
  { id: "talk", label: "Conversation" },
  { id: "task", label: "Specification" },
  { id: "work", label: "Result and feedback" },
] as const;
type Part = (typeof PARTS)[number]["id"];

/** One conversation: what was said, what it came to, and what came of that. */
export function LiaisonView({ id }: { readonly id: ConversationId }) {
  const talk = useTalk(id);
  return (
    <article class="run" aria-label="Conversation with the liaison">
      <p class="crumbs">
        <a href="/liaison">All conversations</a>
      </p>
      <Loading from={talk} what="the conversation">
        {(shown) => <Shown talk={shown} reload={talk.reload} />}
      </Loading>
    </article>
  );
}

interface ShownProps {
  readonly talk: Talk;
  readonly reload: () => void;
}

function Shown({ talk, reload }: ShownProps) {
  const [part, setPart] = useState<Part>("talk");
  const { liaison } = talk;
  return (
    <>
      <LiaisonHead liaison={liaison} />
      {liaison.erasedAt === undefined ? null : (
        <Notice kind="info">
          What was said in this conversation was erased <Time at={liaison.erasedAt} />. Its ids and
          the log are kept.
        </Notice>
      )}
      <Phases liaison={liaison} />
      <Tabs items={PARTS} selected={part} onSelect={setPart} label="Parts of the conversation" />
      <div class="liaison-parts" data-part={part}>
        <div class="liaison-talk">
          <Exchanges liaison={liaison} />
          <Composer talk={talk} reload={reload} />
        </div>
        <div class="liaison-found">
          <Specification liaison={liaison} />
          <Work liaison={liaison} />
          <Feedback liaison={liaison} />
        </div>
      </div>
    </>
  );
}

function LiaisonHead({ liaison }: { readonly liaison: Liaison }) {
  const { personName, worker, round, createdAt } = liaison;
  return (
    <header class="run-head">
      <h2>
        <bdi>{titleOf(liaison)}</bdi>
      </h2>
      <dl class="run-facts">
        <Fact name="Person">
          <Name text={personName} />
        </Fact>
        <Fact name="Worker">
          {worker === undefined ? "nobody yet" : <Name text={worker.name} />}
        </Fact>
        <Fact name="Round">{round}</Fact>
        <Fact name="Confidence">
          <ConfidenceFigure liaison={liaison} />
        </Fact>
        <Fact name="Begun">
          <Time at={createdAt} />
        </Fact>
      </dl>
    </header>
  );
}
