import type { PlanEvidence } from "../../domain/evidence/evidence.ts";
import type { EvidenceLine } from "../../domain/evidence/evidence-view.ts";
import type { Json } from "../../domain/json.ts";
import { isJsonObject, isSameJson } from "../../domain/json-equal.ts";
import { shownText } from "../shown-json.ts";
import type { Drawn } from "./file-view.ts";
import { plainLinesOf } from "./lines.ts";

const NOT_A_PLAN = "It cannot be read as the JSON of a plan: it stands here as text.";
const NO_FILE = "The plan file that is applied is not named, so another one can be applied.";
const FAILED = "The plan was made with errors, and is not whole.";

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

export function drawPlan({ name, file }: PlanEvidence, text: string): Drawn {
  const plan = parsed(text);
  const shown = shownText(name);
  const unbound = file === undefined ? [NO_FILE] : [];
  const facts = file === undefined ? [] : [{ label: "plan file", value: file }];
  const listed = plan?.["resource_changes"];
  if (plan === undefined || !Array.isArray(listed)) {
    const warnings = [NOT_A_PLAN, ...unbound];
    return { heading: `Plan ${shown}`, warnings, facts, lines: plainLinesOf(text) };
  }
  const changes = listed.flatMap(changeOf);
  const of = (does: Done) => changes.filter((change) => change.does === does);
  const counts = DONE.flatMap((does) =>
    of(does).length === 0 ? [] : [`${of(does).length} ${does}`],
  );
  const gone = [...of("destroy"), ...of("replace")];
  return {
    heading: `Plan ${shown} · ${counts.join(", ") || "nothing changes"}`,
    warnings: [...goneWords(gone), ...(plan["errored"] === true ? [FAILED] : []), ...unbound],
    facts: [...facts, ...others(plan)],
    lines: DONE.flatMap((does) => of(does).map(lineOf)),
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

function changeOf(listed: Json): readonly Change[] {
  if (!isJsonObject(listed)) return [];
  const { address, change, mode } = listed;
  // What is only read changes nothing.
  if (mode === "data" || !isJsonObject(change ?? null)) return [];
  const { actions, before = null, after = null, importing } = change as Record<string, Json>;
  const does = doneBy(Array.isArray(actions) ? actions.map(String) : [], importing);
  if (does === undefined) return [];
  const attributes = does === "change" || does === "replace" ? changedIn(before, after) : [];
  return [{ does, address: typeof address === "string" ? address : "(no address)", attributes }];
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

function lineOf({ does, address, attributes }: Change): EvidenceLine {
  const named = attributes.slice(0, MOST_ATTRIBUTES).join(", ");
  const more =
    attributes.length > MOST_ATTRIBUTES ? `, ${attributes.length - MOST_ATTRIBUTES} more` : "";
  return {
    sign: SIGNS[does],
    text: `${does} ${address}${named === "" ? "" : `: ${named}${more}`}`,
  };
}

function goneWords(gone: readonly Change[]): readonly string[] {
  if (gone.length === 0) return [];
  const named = gone.slice(0, MOST_NAMED).map(({ address }) => shownText(address.slice(0, 200)));
  const more = gone.length - named.length;
  return [`It destroys ${named.join(", ")}${more === 0 ? "." : ` and ${more} more.`}`];
}

function others(plan: Readonly<Record<string, Json>>) {
  const drift = plan["resource_drift"];
  const outputs = plan["output_changes"];
  return [
    ...(Array.isArray(drift) && drift.length > 0
      ? [{ label: "changed outside", value: String(drift.length) }]
      : []),
    ...(isJsonObject(outputs ?? null) && Object.keys(outputs as object).length > 0
      ? [{ label: "outputs", value: String(Object.keys(outputs as object).length) }]
      : []),
  ];
}
