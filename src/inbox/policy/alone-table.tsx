import { defeats, type Power, type Reach } from "../../domain/alone/world.ts";
import type { PersonsReach } from "../../ports/earshot/authority.ts";
import { callWords, powerWords, wantedWords } from "../../render/reach-words.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { ruleText } from "./verdict-words.ts";

/** What changes who can do what: the rules, the people, and what lets them in. */
const CHANGES =
  /^(policy\.changed|(key|passkey|passphrase|operator|principal|invitation|web_session|agent)\.)/;

/** What each person could bring about without anybody else, rule by rule, and how. */
export function AloneTable() {
  const told = useLive(CHANGES, () => api.reachAlone({}));
  return (
    <>
      <p class="about">
        What each person could bring about without anybody else, by the rules in force. Agents count
        as willing: an agent is nobody's second pair of eyes. Nothing is tried.
      </p>
      <Loading from={told} what="what each person can do alone">
        {({ items }) => (
          <>
            {items.length === 0 ? <Empty title="There is nobody here" /> : null}
            {items.map((person) => (
              <PersonTable key={person.name} person={person} />
            ))}
          </>
        )}
      </Loading>
    </>
  );
}

function PersonTable({ person: { name, role, reach } }: { readonly person: PersonsReach }) {
  return (
    <RecordTable
      caption={`${visibleText(name, { keepLines: false })} (${role}), alone`}
      head={["Rule", "For example", "The rule", "Alone", "How"]}
      rows={reach.map((one) => [
        ruleText(one.verdict.demand.rule),
        <code key="call">{callWords(one)}</code>,
        wantedWords(one),
        <Alone key="alone" reach={one} />,
        <Steps key="steps" name={name} steps={one.steps} />,
      ])}
    />
  );
}

const TONES: Readonly<Record<Power, string>> = {
  authors: "plain",
  decides: "plain",
  unasked: "plain",
  nothing: "good",
};

function Alone({ reach }: { readonly reach: Reach }) {
  const tone = defeats(reach) ? "bad" : TONES[reach.power];
  return <span class={`tone tone-${tone}`}>{powerWords(reach.power)}</span>;
}

function Steps({ name, steps }: { readonly name: string } & Pick<Reach, "steps">) {
  if (steps.length === 0) return <span class="muted">no way was found</span>;
  return (
    <ol class="rule-lines">
      {steps.map(({ says }) => (
        <li key={says}>
          <Name text={name} /> {visibleText(says)}
        </li>
      ))}
    </ol>
  );
}
