import type { AgentFitness } from "../../domain/liaison/fitness.ts";
import type { Bounded } from "../../domain/liaison/lower-bound.ts";
import { visibleText } from "../../render/visible-text.ts";
import { plainNumber } from "../charts/words.ts";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Section } from "../parts/section.tsx";
import { Empty } from "../ui/empty.tsx";
import { plainWords, shareText } from "./words.ts";

interface Props {
  readonly agents: readonly AgentFitness[];
}

/** How good each agent's work was according to people's feedback, the most certain first. */
export function FitnessTable({ agents }: Props) {
  const ranked = agents.toSorted((a, b) => (b.fitness?.lower ?? -1) - (a.fitness?.lower ?? -1));
  const rated = ranked.filter(({ dimensions }) => Object.keys(dimensions).length > 0);
  return (
    <Section
      title="Fitness of agents"
      about="From what people said about results, weighted by how well it was understood and how recent it is. You can count on the lower bound, which grows with the amount of feedback. Silence earns nothing."
    >
      {ranked.length === 0 ? (
        <Empty title="No task was done yet">Agents appear here once one has finished a task.</Empty>
      ) : (
        <RecordTable
          caption="Fitness of agents"
          head={["Agent", "Fitness", "At least", "Rests on", "Outcomes", "Clarity"]}
          rows={ranked.map((one) => [
            <Name key="name" text={one.agent} />,
            one.fitness === undefined ? <NotRated key="fitness" /> : shareText(one.fitness.value),
            one.fitness === undefined ? "–" : shareText(one.fitness.lower),
            one.fitness === undefined ? "–" : supportText(one.fitness),
            <Outcomes key="outcomes" agent={one} />,
            <Clarity key="clarity" agent={one} />,
          ])}
        />
      )}
      {rated.length === 0 ? null : (
        <RecordTable
          caption="Fitness by dimension"
          head={["Agent", "Dimension", "Score", "At least", "Rests on"]}
          rows={rated.flatMap(({ agent, dimensions }) =>
            Object.entries(dimensions).map(([dimension, bounded]) => [
              <Name key="name" text={agent} />,
              <bdi key="dimension">{visibleText(plainWords(dimension))}</bdi>,
              shareText(bounded.value),
              shareText(bounded.lower),
              supportText(bounded),
            ]),
          )}
        />
      )}
    </Section>
  );
}

function NotRated() {
  return <span class="muted">nobody has said anything</span>;
}

function supportText({ support }: Bounded): string {
  return manyText(support, "feedback");
}

function manyText(count: number, what: string): string {
  const text = plainNumber(count);
  return `${text} ${text === "1" ? what : `${what}s`}`;
}

function Outcomes({ agent }: { readonly agent: AgentFitness }) {
  const { accepted, needs_improvement, rejected, unrated } = agent;
  const parts = [
    [accepted, "accepted"],
    [needs_improvement, "to improve"],
    [rejected, "rejected"],
    [unrated, "unrated"],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return told.length === 0 ? "–" : told.join(", ");
}

/** How much had to be asked and corrected before its tasks could be done. */
function Clarity({ agent: { clarity } }: { readonly agent: AgentFitness }) {
  if (clarity.tasks === 0) return "–";
  return (
    <>
      <span class="figure">{shareText(clarity.score)}</span>
      <span class="row-note">
        {manyText(clarity.questions, "question")} and {manyText(clarity.corrections, "correction")}{" "}
        a task
      </span>
    </>
  );
}
