import type { PlanEvidence } from "../../domain/evidence/evidence.ts";
import type { EvidenceLine } from "../../domain/evidence/evidence-view.ts";
import type { Json } from "../../domain/json.ts";
import { isJsonObject, isSameJson } from "../../domain/json-equal.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { shownText } from "../shown-json.ts";
import { commaWords } from "../words/listed.ts";
import type { Drawn } from "./file-view.ts";
import { plainLinesOf } from "./lines.ts";

/** Destroys first, then what is made anew, changed and made. */
const DONE = ["destroy", "replace", "change", "create", "forget", "import"] as const;
type Done = (typeof DONE)[number];
const SIGNS: Readonly<Record<Done, EvidenceLine["sign"]>> = {
  destroy: "-",
  replace: "-",
  change: " ",
  create: "+",
  forget: "-",
  import: "+",
};
const MOST_NAMED = 5;
const MOST_ATTRIBUTES = 12;

interface Change {
  readonly does: Done;
  readonly address: string;
  readonly attributes: readonly string[];
}

export function drawPlan({ name, file }: PlanEvidence, text: string, words: RenderMessages): Drawn {
  const plan = parsed(text);
  const heading = words.say("evidence.plan", { name: shownText(name) });
  const unbound = file === undefined ? [words.say("evidence.plan.unbound")] : [];
  const facts = file === undefined ? [] : [{ label: words.say("evidence.plan.file"), value: file }];
  const listed = plan?.["resource_changes"];
  if (plan === undefined || !Array.isArray(listed)) {
    const warnings = [words.say("evidence.plan.none"), ...unbound];
    return { heading, warnings, facts, lines: plainLinesOf(text) };
  }
  const changes = listed.flatMap((one) => changeOf(one, words));
  const of = (does: Done) => changes.filter((change) => change.does === does);
  const counts = DONE.map((does) => ({ does, count: of(does).length }))
    .filter(({ count }) => count > 0)
    .map(({ does, count }) => {
      return words.say("evidence.plan.does", { count, does: words.say(`evidence.plan.${does}`) });
    });
  const gone = [...of("destroy"), ...of("replace")];
  return {
    heading: `${heading} · ${counts.length === 0 ? words.say("evidence.same") : commaWords(counts, words)}`,
    warnings: [
      ...goneWords(gone, words),
      ...(plan["errored"] === true ? [words.say("evidence.plan.failed")] : []),
      ...unbound,
    ],
    facts: [...facts, ...others(plan, words)],
    lines: DONE.flatMap((does) => of(does).map((change) => lineOf(change, words))),
  };
}

function parsed(text: string) {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function changeOf(listed: Json, words: RenderMessages): readonly Change[] {
  if (!isJsonObject(listed)) return [];
  const { address, change, mode } = listed;
  // What is only read changes nothing.
  if (mode === "data" || !isJsonObject(change ?? null)) return [];
  const { actions, before = null, after = null, importing } = change as Record<string, Json>;
  const does = doneBy(Array.isArray(actions) ? actions.map(String) : [], importing);
  if (does === undefined) return [];
  const attributes = does === "change" || does === "replace" ? changedIn(before, after) : [];
  return [
    {
      does,
      address: typeof address === "string" ? address : words.say("evidence.plan.nowhere"),
      attributes,
    },
  ];
}

function doneBy(actions: readonly string[], importing: Json | undefined): Done | undefined {
  const all = new Set(actions);
  if (all.has("delete")) return all.has("create") ? "replace" : "destroy";
  if (all.has("forget")) return all.has("create") ? "replace" : "forget";
  if (all.has("create")) return "create";
  if (all.has("update")) return "change";
  return importing === undefined || importing === null ? undefined : "import";
}

function changedIn(before: Json, after: Json): readonly string[] {
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isSameJson(before[name] ?? null, after[name] ?? null));
}

function lineOf({ does, address, attributes }: Change, words: RenderMessages): EvidenceLine {
  const named = attributes.length === 0 ? "" : `: ${firstOf(attributes, MOST_ATTRIBUTES, words)}`;
  return { sign: SIGNS[does], text: `${words.say(`evidence.plan.${does}`)} ${address}${named}` };
}

function goneWords(gone: readonly Change[], words: RenderMessages): readonly string[] {
  if (gone.length === 0) return [];
  const named = gone.map(({ address }) => shownText(address.slice(0, 200)));
  return [words.say("evidence.plan.gone", { names: firstOf(named, MOST_NAMED, words) })];
}

/** The first few, and how many more there are. */
function firstOf(all: readonly string[], most: number, words: RenderMessages): string {
  const first = commaWords(all.slice(0, most), words);
  const more = all.length - most;
  return more > 0 ? words.say("more", { first, count: more }) : first;
}

function others(plan: Readonly<Record<string, Json>>, words: RenderMessages) {
  const drift = plan["resource_drift"];
  const outputs = plan["output_changes"];
  return [
    ...(Array.isArray(drift) && drift.length > 0
      ? [{ label: words.say("evidence.plan.drift"), value: String(drift.length) }]
      : []),
    ...(isJsonObject(outputs ?? null) && Object.keys(outputs as object).length > 0
      ? [
          {
            label: words.say("evidence.plan.outputs"),
            value: String(Object.keys(outputs as object).length),
          },
        ]
      : []),
  ];
}
