import type { Json, JsonObject } from "../json.ts";
import { isJsonObject, isSameJson } from "../json-equal.ts";
import { pointerPart } from "../json-pointer.ts";
import type { Authorization, EditRule, NarrowEdits } from "./authorization.ts";

/*
 * What an approver may change in the arguments of an action. A person who changes them and then
 * approves is the author and the judge of one action. So the author's vote counts only if the edit
 * stays within what the agent asked for. A rule of the policy says what stays within it.
 */

/** What an edit is under a rule. `same`: the arguments are the agent's own again. */
export type EditKind = "same" | "narrow" | "wider" | "forbidden";

/** What a policy may write for one argument. */
export const DIRECTION =
  /^(?:(lower)(?:, at least (-?\d{1,15}(?:\.\d{1,6})?))?|(higher)(?:, at most (-?\d{1,15}(?:\.\d{1,6})?))?|(subset)|(absent))$/;

export function editKind(
  rule: EditRule = "second",
  { asked, edited }: { readonly asked: JsonObject; readonly edited: JsonObject },
): EditKind {
  if (isSameJson(asked, edited)) return "same";
  if (rule === "none") return "forbidden";
  return rule !== "second" && isWithin(rule.narrow, { asked, edited }) ? "narrow" : "wider";
}

/** The kind of the edit that an authorization carries; `same` if it carries none. */
export function editKindOf({ action, edit, demand }: Authorization): EditKind {
  return edit === undefined
    ? "same"
    : editKind(demand.edits, { asked: edit.args, edited: action.args });
}

/** Whether others have to approve the edit that it carries: its author's own vote does not count. */
export function isForOthers(authorization: Authorization): boolean {
  const kind = editKindOf(authorization);
  return kind === "wider" || kind === "forbidden";
}

/** For people, in the words of the policy. */
export function editsText(rule: EditRule): string {
  if (typeof rule === "string") return rule;
  const narrow = Object.entries(rule.narrow);
  return narrow.map(([pointer, direction]) => `${pointer} ${direction}`).join("; ");
}

/** The stricter of two rules, for an edit that leads from one rule of the policy to another. */
export function stricterOf(one: EditRule | undefined, other: EditRule | undefined): EditRule {
  if (one === "none" || other === "none") return "none";
  if (typeof one !== "object" || typeof other !== "object") return "second";
  const both = Object.entries(one.narrow).filter(
    ([pointer, direction]) => ownValue(other.narrow, pointer) === direction,
  );
  return both.length === 0 ? "second" : { narrow: Object.fromEntries(both) };
}

/** Whether edits that the first rule stopped, or left to others, may pass under the second. */
export function isLooserRule(from: EditRule = "second", to: EditRule = "second"): boolean {
  if (to === "none") return false;
  if (to === "second") return from === "none";
  if (typeof from !== "object") return true;
  return Object.entries(to.narrow).some(
    ([pointer, direction]) => ownValue(from.narrow, pointer) !== direction,
  );
}

function ownValue(narrow: NarrowEdits, pointer: string): string | undefined {
  return Object.hasOwn(narrow, pointer) ? narrow[pointer] : undefined;
}

interface Compared {
  readonly asked: Json | undefined;
  readonly edited: Json | undefined;
}

/** Whether everything that differs changed in the direction that is named for it. */
function isWithin(narrow: NarrowEdits, { asked, edited }: Compared, pointer = ""): boolean {
  if (asked !== undefined && edited !== undefined && isSameJson(asked, edited)) return true;
  const direction = ownValue(narrow, pointer);
  if (direction !== undefined) return isTowards(direction, { asked, edited });
  if (Array.isArray(asked) && Array.isArray(edited)) {
    return (
      asked.length === edited.length &&
      asked.every((item, index) =>
        isWithin(narrow, { asked: item, edited: edited[index] }, pointer + pointerPart(index)),
      )
    );
  }
  if (!isJsonObject(asked) || !isJsonObject(edited)) return false;
  const keys = new Set([...Object.keys(asked), ...Object.keys(edited)]);
  return [...keys].every((key) => {
    const child = { asked: ownJson(asked, key), edited: ownJson(edited, key) };
    return isWithin(narrow, child, pointer + pointerPart(key));
  });
}

function ownJson(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** What cannot be compared did not change in any direction. */
function isTowards(direction: string, { asked, edited }: Compared): boolean {
  const [, lower, least, higher, most, subset, absent] = DIRECTION.exec(direction) ?? [];
  if (absent !== undefined) return asked !== undefined && edited === undefined;
  if (subset !== undefined) return isPartOf(asked, edited);
  if (typeof asked !== "number" || typeof edited !== "number") return false;
  // Below 0 a payment is a refund: lower means nearer to nothing unless the rule says otherwise.
  if (lower !== undefined) return edited < asked && edited >= Number(least ?? 0);
  return higher !== undefined && edited > asked && edited <= Number(most ?? Infinity);
}

/**
 * Whether a list is another one without some of its elements, in the same order. An empty list is
 * not: to many tools it means everything.
 */
function isPartOf(whole: Json | undefined, part: Json | undefined): boolean {
  if (!Array.isArray(whole) || !Array.isArray(part) || part.length === 0) return false;
  let next = 0;
  for (const item of whole) {
    const wanted = part[next];
    if (next < part.length && wanted !== undefined && isSameJson(item, wanted)) next += 1;
  }
  return next === part.length && part.length < whole.length;
}
