import type { MessageId } from "../id.ts";
import type { JsonObject } from "../json.ts";
import { present } from "../present.ts";
import type { Graph, GraphEdge, GraphNode, Relation } from "./graph.ts";
import type { Clarification, Exchange, Liaison, RoundFeedback, TaskResult } from "./liaison.ts";
import type { Requirement, TaskSpecification } from "./task-specification.ts";

/** The name of the agent in whose name the liaison asks. */
const LIAISON_NAME = "liaison";

/** The id of a question's node, made from its place among the clarifications, which never changes. */
export function questionNode(liaison: Pick<Liaison, "id">, index: number): string {
  return `${liaison.id}/question/${index}`;
}

/** The id of a requirement's node, the same in all versions that contain it. */
export function requirementNode(liaison: Pick<Liaison, "id">, requirement: string): string {
  return `${liaison.id}/requirement/${requirement}`;
}

/** The id of the node of one version of a task's specification. */
function specificationNode({ id, version }: TaskSpecification): string {
  return `${id}/specification/${version}`;
}

interface Draft {
  node(kind: GraphNode["kind"], id: string, props: JsonObject): void;
  /** Adds an agent or a person, who belong to no conversation. */
  somebody(kind: "agent" | "person", id: string, name: string): void;
  edge(from: string, relation: Relation, to: string): void;
}

/**
 * What led to what in a conversation of the liaison: ids, times and figures. The words of exchanges and
 * results stay in the conversation. Those of questions and requirements are copied and erased with it.
 */
export function graphOfLiaison(liaison: Liaison): Graph {
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  const conversation = liaison.id;
  const draft: Draft = {
    node: (kind, id, props) => nodes.set(id, { id, kind, conversation, props }),
    somebody: (kind, id, name) => nodes.set(id, { id, kind, props: { name } }),
    edge: (from, relation, to) =>
      edges.set(JSON.stringify([from, relation, to]), { from, relation, to, conversation }),
  };
  drawConversation(draft, liaison);
  liaison.exchanges.forEach((exchange) => {
    drawExchange(draft, liaison, exchange);
  });
  drawQuestions(draft, liaison);
  drawSpecifications(draft, liaison);
  drawResults(draft, liaison);
  liaison.feedback.forEach((feedback) => {
    drawFeedback(draft, liaison, feedback);
  });
  const isThere = ({ from, to }: GraphEdge) => nodes.has(from) && nodes.has(to);
  return { nodes: [...nodes.values()], edges: [...edges.values()].filter(isThere) };
}

function drawConversation(draft: Draft, liaison: Liaison): void {
  const { id, person, personName, agent, worker, createdAt, title } = liaison;
  draft.node("conversation", id, { title, createdAt });
  draft.somebody("person", person, personName);
  draft.somebody("agent", agent, LIAISON_NAME);
  if (worker !== undefined) draft.somebody("agent", worker.agent, worker.name);
}

function drawExchange(draft: Draft, liaison: Liaison, exchange: Exchange): void {
  const { id, role, phase, round, timestamp } = exchange;
  draft.node("exchange", id, { role, phase, round, timestamp });
  draft.edge(id, "part_of", liaison.id);
  draft.edge(id, "attributed_to", role === "human" ? liaison.person : liaison.agent);
}

function drawQuestions(draft: Draft, liaison: Liaison): void {
  for (const [index, clarification] of liaison.clarifications.entries()) {
    const { topic, status, why, asked_in } = clarification;
    const id = questionNode(liaison, index);
    draft.node("question", id, { topic, status, asked_in, ...present({ why }) });
    draft.edge(id, "part_of", liaison.id);
    for (const exchange of ledTo(liaison, clarification)) draft.edge(id, "derived_from", exchange);
    const answer = answerOf(liaison, clarification);
    if (answer !== undefined) draft.edge(answer, "answers", id);
  }
}

function drawSpecifications(draft: Draft, liaison: Liaison): void {
  for (const specification of liaison.specifications) {
    const { id: task, version, title, confidence, requirements } = specification;
    const id = specificationNode(specification);
    draft.node("task", task, { title });
    draft.edge(task, "part_of", liaison.id);
    draft.node("specification", id, { title, version, confidence: confidence.score });
    draft.edge(id, "part_of", task);
    // Left out if there is no earlier version: only versions of one task follow each other.
    draft.edge(id, "revision_of", specificationNode({ ...specification, version: version - 1 }));
    for (const requirement of requirements) {
      drawRequirement(draft, requirement, { liaison, specification: id });
    }
  }
}

function drawRequirement(
  draft: Draft,
  { id: name, description, importance, extracted_from }: Requirement,
  { liaison, specification }: { readonly liaison: Liaison; readonly specification: string },
): void {
  const id = requirementNode(liaison, name);
  draft.node("requirement", id, { description, importance });
  draft.edge(id, "part_of", specification);
  for (const exchange of extracted_from) {
    draft.edge(id, "derived_from", exchange);
    draft.edge(specification, "derived_from", exchange);
  }
}

function drawResults(draft: Draft, liaison: Liaison): void {
  for (const [index, result] of liaison.results.entries()) {
    const id = resultNode(liaison, index);
    const { round, at, by } = result;
    draft.node("result", id, { round, at, by });
    draft.edge(id, "part_of", liaison.id);
    if (liaison.worker !== undefined) draft.edge(id, "attributed_to", liaison.worker.agent);
    const specification = specifiedBy(liaison, result);
    if (specification !== undefined) draft.edge(id, "about", specificationNode(specification));
  }
}

function resultNode({ id }: Pick<Liaison, "id">, index: number): string {
  return `${id}/result/${index}`;
}

/** The version in force when the result came; each has its point in the history of confidence. */
function specifiedBy(liaison: Liaison, { at }: TaskResult): TaskSpecification | undefined {
  const { specifications, confidence_history: history } = liaison;
  return specifications.findLast((_, index) => (history[index]?.at ?? "") <= at);
}

function drawFeedback(draft: Draft, liaison: Liaison, feedback: RoundFeedback): void {
  const { round, at, metrics } = feedback;
  // What was drawn once stays, so it says itself that it counts nowhere.
  const withdrawn = present({ withdrawn: feedback.withdrawn && true });
  const id = `${liaison.id}/feedback/${round}`;
  const { acceptance_status, overall_satisfaction } = metrics;
  draft.node("feedback", id, { round, at, acceptance_status, overall_satisfaction, ...withdrawn });
  draft.edge(id, "part_of", liaison.id);
  const result = liaison.results.findLastIndex((one) => one.round === round);
  draft.edge(id, "about", resultNode(liaison, result));
  for (const exchange of quotedIn(feedback)) draft.edge(id, "derived_from", exchange);
  for (const { requirement_id, sentiment, score, confidence } of metrics.requirement_feedback) {
    const part = `${id}/${requirement_id}`;
    draft.node("feedback", part, { round, at, sentiment, score, confidence, ...withdrawn });
    draft.edge(part, "part_of", id);
    draft.edge(part, "about", requirementNode(liaison, requirement_id));
  }
}

function quotedIn({ metrics }: RoundFeedback): readonly MessageId[] {
  const spans = metrics.dimension_feedback.flatMap(({ quote_spans }) => quote_spans);
  return [...new Set(spans.map(({ exchange }) => exchange))];
}

/* Which words of the person led to a question, and which answered it. */

/** What the person said between the liaison's previous words and those that asked it, oldest first. */
function ledTo(
  { exchanges }: Pick<Liaison, "exchanges">,
  { asked_in }: Pick<Clarification, "asked_in">,
): readonly MessageId[] {
  const asked = exchanges.findIndex(({ id }) => id === asked_in);
  if (asked === -1) return [];
  const before = exchanges.slice(0, asked);
  const last = before.findLastIndex(isHuman);
  const start = before.slice(0, last + 1).findLastIndex((one) => !isHuman(one));
  return before.slice(start + 1, last + 1).map(({ id }) => id);
}

/**
 * The words that answered it: those that contain the answer, looking first at what was said next and
 * then at what was said later; or else the first words said next. Undefined until somebody answers.
 */
function answerOf(
  { exchanges }: Pick<Liaison, "exchanges">,
  { asked_in, status, answer }: Pick<Clarification, "asked_in" | "status" | "answer">,
): MessageId | undefined {
  const asked = exchanges.findIndex(({ id }) => id === asked_in);
  if (asked === -1 || (status !== "answered" && status !== "left_to_us")) return undefined;
  const behind = exchanges.slice(asked + 1);
  const end = behind.findIndex((one) => !isHuman(one));
  const next = end === -1 ? behind : behind.slice(0, end);
  const words = answer?.trim().toLowerCase() ?? "";
  const isSaid = (one: Exchange) =>
    words !== "" && isHuman(one) && one.content.toLowerCase().includes(words);
  return (next.find(isSaid) ?? behind.find(isSaid) ?? behind.find(isHuman))?.id;
}

function isHuman({ role }: Exchange): boolean {
  return role === "human";
}
