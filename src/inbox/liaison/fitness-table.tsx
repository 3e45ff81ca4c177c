import type { AgentFitness } from "../../domain/liaison/fitness.ts";
import type { Bounded } from "../../domain/liaison/lower-bound.ts";
import { visibleText } from "../../render/visible-text.ts";
import { listedPlainly, plainNumber } from "../charts/words.ts";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Section } from "../parts/section.tsx";
import { Empty } from "../ui/empty.tsx";
import { say } from "./messages/messages.ts";
import { plainWords, shareText } from "./words.ts";

interface Props {
  readonly agents: readonly AgentFitness[];
}

/** How good each agent's work was according to people's feedback, the most certain first. */
export function FitnessTable({ agents }: Props) {
  const ranked = agents.toSorted((a, b) => (b.fitness?.lower ?? -1) - (a.fitness?.lower ?? -1));
  const rated = ranked.filter(({ dimensions }) => Object.keys(dimensions).length > 0);
  return (
    <Section title={say("fitness")} about={say("fitness.about")}>
      {ranked.length === 0 ? (
        <Empty title={say("fitness.empty")}>{say("fitness.empty-about")}</Empty>
      ) : (
        <RecordTable
          caption={say("fitness")}
          head={[
            say("fitness.agent"),
            say("fitness.value"),
            say("fitness.least"),
            say("fitness.rests-on"),
            say("fitness.outcomes"),
            say("fitness.clarity"),
          ]}
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
          caption={say("fitness.by-dimension")}
          head={[
            say("fitness.agent"),
            say("fitness.dimension"),
            say("fitness.score"),
            say("fitness.least"),
            say("fitness.rests-on"),
          ]}
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
  return <span class="muted">{say("fitness.not-rated")}</span>;
}

function supportText({ support }: Bounded): string {
  const count = plainNumber(support);
  return say(count === "1" ? "support" : "support.many", { count });
}

function Outcomes({ agent }: { readonly agent: AgentFitness }) {
  const { accepted, needs_improvement, rejected, unrated } = agent;
  const parts = [
    ["accepted", accepted],
    ["needs_improvement", needs_improvement],
    ["rejected", rejected],
    ["unrated", unrated],
  ] as const;
  const told = parts
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => say(`outcome.${outcome}`, { count }));
  return told.length === 0 ? "–" : listedPlainly(told);
}

/** How much had to be asked and corrected before its tasks could be done. */
function Clarity({ agent: { clarity } }: { readonly agent: AgentFitness }) {
  if (clarity.tasks === 0) return "–";
  const [asked, corrected] = [plainNumber(clarity.questions), plainNumber(clarity.corrections)];
  const questions = say(asked === "1" ? "clarity.question" : "clarity.questions", { count: asked });
  const corrections = say(corrected === "1" ? "clarity.correction" : "clarity.corrections", {
    count: corrected,
  });
  return (
    <>
      <span class="figure">{shareText(clarity.score)}</span>
      <span class="row-note">{say("clarity", { questions, corrections })}</span>
    </>
  );
}
