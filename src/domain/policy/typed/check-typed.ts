import type { ToolPin } from "../../authority/tool-definition.ts";
import type { Json } from "../../json.ts";
import type { Principal } from "../../people/principal.ts";
import type { CompiledRule } from "../compile-rule.ts";
import type { CompiledPolicy } from "../decide.ts";
import { refusedPlaces, whenPlace } from "../expressions/refused.ts";
import { quoted } from "../form-fields.ts";
import type { Rule } from "../policy.ts";
import { fieldOf, onlyFields, type Shape, shapeOf } from "./schema-shape.ts";
import { mistypedCondition } from "./typed-conditions.ts";
import { placeAt } from "./typed-places.ts";
import { typeFaultsOf } from "./typed-terms.ts";

/** A tool as an agent knows it: what its definition says of the arguments. */
export interface PinnedTool {
  /** The agent's name. */
  readonly agent: string;
  readonly tool: string;
  readonly inputSchema: Json;
}

/** What is known of the tools that agents have. An agent whom people have halted says nothing about them. */
export function pinnedTools(
  pins: readonly ToolPin[],
  agents: readonly Principal[],
): readonly PinnedTool[] {
  const heard = agents.filter((one) => one.kind === "agent" && one.haltedAt === undefined);
  const names = new Map(heard.map(({ id, name }) => [id, name]));
  return pins.flatMap(({ agent: id, tool, definition }) => {
    const agent = names.get(id);
    if (agent === undefined || definition === undefined) return [];
    return [{ agent, tool, inputSchema: definition.inputSchema }];
  });
}

/** What a rule says of arguments that its tools cannot have, or have in another kind. */
export interface MistypedPart {
  readonly rule: Rule;
  /** Such as `rules[1].args["/amont"]`. */
  readonly place: string;
  /** A sentence. */
  readonly what: string;
}

/**
 * Throws INVALID_INPUT if a rule of version 2 says something of an argument that can never be judged of a
 * call which is as the tool wants it: an argument that the tool does not have, or another kind of value.
 * Decisions are made without: an agent may send what no schema admits.
 */
export function refuseMistyped(compiled: CompiledPolicy, pinned: readonly PinnedTool[]): void {
  if (compiled.policy.version === 1) return;
  const faults = mistypedParts(compiled, pinned);
  if (faults.length > 0) throw refusedPlaces(faults.map(({ place, what }) => `${place}: ${what}`));
}

/** What a rule holds against several tools is told once. */
export function mistypedParts(
  { rules }: CompiledPolicy,
  pinned: readonly PinnedTool[],
): readonly MistypedPart[] {
  return rules.flatMap((compiled, index) => {
    const found = faultsOfRule(compiled, index, toolsOf(compiled, pinned));
    const first = new Map(found.toReversed().map((fault) => [fault.place, fault]));
    return found.filter((fault) => first.get(fault.place) === fault);
  });
}

interface NamedTool {
  readonly name: string;
  readonly args: Shape;
}

/** The tools that a rule is about, if each that it names is known. */
function toolsOf(
  { rule, isNamed }: CompiledRule,
  pinned: readonly PinnedTool[],
): readonly NamedTool[] {
  const about = pinned.filter(({ agent, tool }) => isNamed({ tool, agentName: agent }));
  const known = new Set(about.map(({ tool }) => tool));
  const { tools = [] } = rule;
  if (tools.some((name) => !isPattern(name) && !known.has(name))) return [];
  return about.map(({ agent, tool, inputSchema }) => ({
    name: `${tool} of ${agent}`,
    args: shapeOf(inputSchema),
  }));
}

function isPattern(name: string): boolean {
  return /[*?]/.test(name);
}

function faultsOfRule(
  { rule, expression }: CompiledRule,
  index: number,
  tools: readonly NamedTool[],
): readonly MistypedPart[] {
  const { tools: patterns = ["*"] } = rule;
  const isOpen = patterns.some(isPattern);
  // Where one tool has an argument, the others may be asked whether they have it.
  const mayAsk = (field: string) => isOpen || tools.some(({ args }) => hasField(args, field));
  return tools.flatMap(({ name, args }) => {
    const inWhen =
      expression === undefined
        ? []
        : typeFaultsOf(expression, args, mayAsk).map(({ at, what }) => ({
            place: whenPlace({ rule: index, when: expression.source, at }),
            what,
          }));
    const inShort = shortFaults(rule, args, mayAsk).map(({ place, what }) => ({
      place: `rules[${index}].${place}`,
      what,
    }));
    return [...inWhen, ...inShort].map(({ place, what }) => ({
      rule,
      place,
      what: `The tool ${name} ${what}`,
    }));
  });
}

function hasField(args: Shape, field: string): boolean {
  return fieldOf(args, field) !== undefined || onlyFields(args)?.includes(field) !== false;
}

interface ShortFault {
  readonly place: string;
  readonly what: string;
}

/** The arguments that a rule names by JSON Pointers. */
function shortFaults(
  { args = {}, budgets = [], edits }: Rule,
  shape: Shape,
  mayAsk: (field: string) => boolean,
): readonly ShortFault[] {
  const named = (place: string, pointer: string): readonly ShortFault[] => {
    const { unknown, argument } = placeAt(shape, pointer);
    const isAsked = argument !== undefined && mayAsk(argument);
    return unknown === undefined || isAsked ? [] : [{ place, what: unknown }];
  };
  const conditions = Object.entries(args).flatMap(([pointer, condition]) => {
    const place = `args[${quoted(pointer)}]`;
    const mistyped = mistypedCondition(condition, placeAt(shape, pointer).shape);
    return [
      ...named(place, pointer),
      ...(mistyped === undefined ? [] : [{ place, what: mistyped }]),
    ];
  });
  const sums = budgets.flatMap(({ sum = {}, by = "agent" }) => [
    ...Object.keys(sum).flatMap((pointer) => named(`budget.sum[${quoted(pointer)}]`, pointer)),
    ...(by.startsWith("/") ? named("budget.by", by) : []),
  ]);
  const narrow = typeof edits === "object" ? Object.keys(edits.narrow) : [];
  return [
    ...conditions,
    ...sums,
    ...narrow.flatMap((pointer) => named(`edits.narrow[${quoted(pointer)}]`, pointer)),
  ];
}
