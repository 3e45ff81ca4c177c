import type { RefObject } from "preact";
import type { OpenAuthorization, Shown } from "../../../domain/requests/request.ts";
import { ArgList } from "../../parts/arg-list.tsx";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { nameOf } from "../../parts/words.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { LevelMark } from "../../ui/level-mark.tsx";
import { Digest } from "../decide/digest.tsx";
import { partsOf } from "../pane/rendered.ts";
import { batchTable, type Cell } from "./batch-model.ts";
import { say, sayWith } from "./messages/messages.ts";

interface Props {
  readonly requests: readonly Shown<OpenAuthorization>[];
  /** Marks the end: once it was seen, everything has been on the screen. */
  readonly end: RefObject<HTMLDivElement | null>;
}

/** What they share, and a table of what differs. No cell of the table is cut off at the edge. */
export function BatchTableView({ requests, end }: Props) {
  const blocks = requests.map((request) => partsOf(request).action);
  const { args, facts } = batchTable(blocks);
  return (
    <div class="batch">
      <section class="zone batch-same" aria-label={say("same")}>
        <p>
          {sayWith("times", {
            count: requests.length,
            tool: (
              <strong class="mono">
                <RevealedText text={blocks[0]?.tool ?? ""} />
              </strong>
            ),
          })}{" "}
          {blocks.some(({ unreadable }) => unreadable.length > 0) ? (
            <span class="badge">{say("uninspectable")}</span>
          ) : null}
        </p>
        {args.same.length === 0 ? null : <ArgList args={args.same} />}
        <Facts facts={facts.same} />
      </section>
      <DataTable
        caption={say("differing")}
        head={[say("head.action"), say("head.differs")]}
        rows={requests.map(({ id, agentName, authorization }, row) => [
          <div key={id} class="batch-who">
            {nameOf(agentName)}
            <LevelMark level={authorization.demand.level} />
          </div>,
          <div key={id} class="zone">
            {args.rows[row]?.length ? <ArgList args={args.rows[row]} /> : null}
            <Facts facts={facts.rows[row] ?? []} digest={authorization.digest} />
          </div>,
        ])}
      />
      <div class="batch-end" ref={end} />
    </div>
  );
}

interface FactsProps {
  readonly facts: readonly Cell[];
  readonly digest?: string;
}

function Facts({ facts, digest }: FactsProps) {
  if (facts.length === 0 && digest === undefined) return null;
  return (
    <dl class="facts">
      {facts.map((fact, index) => (
        <div key={index}>
          <dt>{fact.path}</dt>
          <dd>{"value" in fact ? <RevealedText text={fact.value} /> : say("none")}</dd>
        </div>
      ))}
      {digest === undefined ? null : (
        <div class="fact-digest">
          <dt>{say("digest")}</dt>
          <dd>
            <Digest digest={digest} />
          </dd>
        </div>
      )}
    </dl>
  );
}
