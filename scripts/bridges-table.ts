import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { BridgeOutcomes } from "../test/bridges/outcomes.ts";
import { table } from "./page-parts.ts";

/* What was seen of the bridges, from results/bridges: with Earshot, and of each framework alone. */

const FOLDER = new URL("../results/bridges/", import.meta.url);
const LANGUAGES = ["TypeScript", "Python"] as const;
const NOT_TRIED = "not tried";

/** What holds, and by which facts of the contract suite in each language. */
const ROWS: readonly {
  readonly says: string;
  readonly TypeScript?: readonly string[];
  readonly Python?: readonly string[];
  /** What a fact in Python that held has shown; yes if absent. */
  readonly shown?: string;
}[] = [
  {
    says: "an approved call runs once, as it was called",
    TypeScript: ["that is approved runs once, as it was called"],
    Python: ["test_an_approved_call_runs_and_the_model_hears_its_result"],
  },
  {
    says: "an edited call runs as edited, and the model is told",
    TypeScript: ["that is edited runs once, as it was edited, and the model is told so"],
    Python: ["test_an_edited_call_runs_as_edited_and_the_model_is_told"],
  },
  {
    says: "a rejected call does not run, and the model reads the reason",
    TypeScript: ["that is rejected does not run, and the model reads the person's reason"],
    Python: ["test_a_rejected_call_does_not_run_and_the_model_hears_the_reason"],
  },
  {
    says: "a person responds instead of the tool",
    TypeScript: [
      "that is responded to instead of run gives the model the response as it was typed",
    ],
    Python: ["test_a_person_responds_instead_of_the_tool"],
  },
  {
    says: "what nobody decides in time does not run",
    TypeScript: [
      "that nobody decides in time does not run, and a late decision changes nothing",
      "that nobody answers in time says so",
    ],
    Python: ["test_a_call_that_nobody_decides_does_not_run_and_the_model_hears_so"],
  },
  {
    says: "what is cancelled does not run, and the model is told why",
    TypeScript: ["that is cancelled does not run, and the model is told why"],
    Python: ["test_a_call_that_is_cancelled_does_not_run_and_the_model_hears_so"],
  },
  {
    says: "two at once are asked together, decided in reverse",
    TypeScript: [
      "that is made beside another is asked with it, and both may be decided in reverse",
    ],
    Python: ["test_two_at_once_are_asked_together_and_answered_in_reverse"],
  },
  {
    says: "an approved call runs beside one that is rejected",
    TypeScript: ["that is edited beside a rejected one runs, and the model is told of both"],
    Python: ["test_two_at_once_are_asked_together_and_answered_in_reverse"],
  },
  {
    says: "a file that a person gives reaches the agent",
    Python: ["test_a_file_that_a_person_gives_reaches_the_agent"],
  },
  {
    says: "a falsy answer is an answer",
    TypeScript: ["gives the model a text of nothing but a zero", "gives the model no option"],
    Python: ["test_a_falsy_answer_is_an_answer"],
  },
  {
    says: "what is said before anything waits for it is found",
    TypeScript: [
      "that is edited while no process waits runs as edited once one comes back",
      "that is answered while no process waits is asked once",
    ],
    Python: ["test_a_decision_before_the_wait_is_found"],
  },
  {
    says: "a late decision changes nothing",
    TypeScript: ["that nobody decides in time does not run, and a late decision changes nothing"],
    Python: ["test_a_decision_that_comes_too_late_changes_nothing"],
  },
  {
    says: "an agent of another name goes on with the same call",
    TypeScript: ["that outlives a process is the same call for an agent of another name"],
    Python: ["test_an_agent_of_another_name_goes_on_with_the_same_call"],
  },
  {
    says: "resumed twice at once, a call runs once",
    TypeScript: ["that two processes take up at once runs once"],
    Python: ["test_a_thread_that_is_resumed_twice_at_once_runs_its_call_once"],
  },
  ...(
    [
      ["asked", "was asked", "the_call_runs_once"],
      ["decided", "heard the decision", "the_call_runs_once"],
      ["collected", "collected the decision", "the_call_runs_once"],
      ["redeemed", "redeemed the approval", "the_call_does_not_run_and_the_model_hears_so"],
      ["ran", "ran the tool", "the_call_does_not_run_again"],
    ] as const
  ).map(([moment, it, outcome]) => ({
    says: `killed once it ${it}, a call runs`,
    TypeScript: [`when it has ${moment}, runs the call at most once, as it was approved`],
    Python: [`test_killed_once_it_${it.replaceAll(" ", "_")}_${outcome}`],
    shown: moment === "redeemed" ? "not at all; the model is told" : "once",
  })),
  {
    says: "the page's program, killed and answered while dead",
    TypeScript: [
      "the page's program, killed as it waits and answered while it is dead, runs the edited call once",
    ],
    Python: ["test_killed_while_it_waits_it_runs_the_edited_call_once_and_tells_the_model"],
  },
];

const outcomes = (): readonly BridgeOutcomes[] =>
  !existsSync(FOLDER)
    ? []
    : readdirSync(FOLDER)
        .sort()
        .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")));

const heads = (of: readonly BridgeOutcomes[]) =>
  of.map(({ framework, page }) => `[${framework}](../guides/${page})`);

/** One table for each language: what the contract suite has seen. */
export function heldWithEarshot(): string {
  return LANGUAGES.flatMap((language) => {
    const all = outcomes().filter((one) => one.language === language);
    if (all.length === 0) return [];
    const rows = ROWS.flatMap(({ says, shown, ...facts }) => {
      const wanted = facts[language];
      // Of a fact that is newer than all runs there is nothing to say.
      const isKnown = wanted?.some((fact) => all.some((one) => fact in one.facts)) ?? false;
      if (wanted === undefined || !isKnown) return [];
      return [[says, ...all.map((one) => cell(one.facts, wanted, shown))]];
    });
    return [`### ${language}`, table(["with Earshot", ...heads(all)], rows), provenance(all)];
  }).join("\n\n");
}

function cell(seen: BridgeOutcomes["facts"], wanted: readonly string[], shown = "yes"): string {
  const found = wanted.map((fact) => seen[fact]);
  if (found.includes("violated")) return "**no**";
  if (found.includes(undefined)) return NOT_TRIED;
  return found.find((one) => one !== "held") ?? shown;
}

/** What each framework did without Earshot. */
export function heldAlone(): string {
  const all = outcomes().filter(({ alone }) => Object.keys(alone).length > 0);
  const tried = [...new Set(all.flatMap(({ alone }) => Object.keys(alone)))];
  const rows = tried.map((one) => [one, ...all.map(({ alone }) => alone[one] ?? NOT_TRIED)]);
  const columns = heads(all).map((head, at) =>
    all[at]?.language === "Python" ? `${head}, Python` : head,
  );
  return table(["alone", ...columns], rows);
}

function provenance(all: readonly BridgeOutcomes[]): string {
  const seen = all.map(({ framework, packages, commit, date }) => {
    const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
    return `${framework}: ${versions.join(", ")}; at ${commit ?? "an early commit"} on ${date}.`;
  });
  return seen.join(" ");
}
