import { defeats, type Power, type Reach } from "../../domain/alone/world.ts";
import type { PersonsReach } from "../../ports/earshot/authority.ts";
import { callWords } from "../../render/reach-words.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { say } from "./messages/messages.ts";
import { ruleText } from "./verdict-words.ts";

/** What changes who can do what: the rules, the people, and what lets them in. */
const CHANGES =
  /^(policy\.changed|(key|passkey|passphrase|operator|principal|invitation|web_session|agent)\.)/;

/** What each person could bring about without anybody else, rule by rule, and how. */
export function AloneTable() {
  const told = useLive(CHANGES, () => api.reachAlone({}));
  return (
    <>
      <p class="about">{say("alone.about")}</p>
      <Loading from={told} what={say("alone.what")}>
        {({ items }) => (
          <>
            {items.length === 0 ? <Empty title={say("alone.nobody")} /> : null}
            {items.map((person) => (
              <PersonTable key={person.name} person={person} />
            ))}
            <Unseen rules={items[0]?.unseen ?? []} />
          </>
        )}
      </Loading>
    </>
  );
}

function PersonTable({ person: { name, role, reach } }: { readonly person: PersonsReach }) {
  return (
    <RecordTable
      caption={say("alone.caption", {
        name: visibleText(name, { keepLines: false }),
        role: say(`role.${role}`),
      })}
      head={[say("rule"), say("call"), say("the-rule"), say("alone"), say("how")]}
      rows={reach.map((one) => [
        ruleText(one.verdict.demand.rule),
        <code key="call">{callWords(one)}</code>,
        wantedText(one),
        <Alone key="alone" reach={one} />,
        <Steps key="steps" name={name} steps={one.steps} />,
      ])}
    />
  );
}

/** The calls are the same for each person. */
function Unseen({ rules }: { readonly rules: readonly string[] }) {
  if (rules.length === 0) return null;
  return <p class="about">{say("alone.unseen", { rules: rules.map(ruleText).join(", ") })}</p>;
}

const TONES: Readonly<Record<Power, string>> = {
  authors: "plain",
  decides: "plain",
  unasked: "plain",
  nothing: "good",
};

/** What the rules say of the call, in few words. */
function wantedText({ verdict: { outcome, demand } }: Reach): string {
  if (outcome !== "ask") return say(outcome === "allow" ? "allowed" : "denied");
  return say("wanted", { count: demand.quorum, level: demand.level });
}

function Alone({ reach }: { readonly reach: Reach }) {
  const tone = defeats(reach) ? "bad" : TONES[reach.power];
  return <span class={`tone tone-${tone}`}>{say(`power.${reach.power}`)}</span>;
}

function Steps({ name, steps }: { readonly name: string } & Pick<Reach, "steps">) {
  if (steps.length === 0) return <span class="muted">{say("alone.none")}</span>;
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
