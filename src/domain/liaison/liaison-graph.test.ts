import { expect, test } from "vitest";
import { aToldLiaison, TOLD } from "../../testing/liaison-values.ts";
import type { Graph, Relation } from "./graph.ts";
import type { Liaison } from "./liaison.ts";
import { graphOfLiaison, questionNode, requirementNode } from "./liaison-graph.ts";

const told = aToldLiaison();
const graph = graphOfLiaison(told);

function targets(of: Graph, from: string, relation: Relation): readonly string[] {
  return of.edges
    .filter((one) => one.from === from && one.relation === relation)
    .map(({ to }) => to);
}

function node(of: Graph, id: string) {
  return of.nodes.find((one) => one.id === id);
}

test("an exchange is part of the conversation, of whoever said it, and without its words", () => {
  expect(targets(graph, TOLD.said, "part_of")).toEqual([told.id]);
  expect(targets(graph, TOLD.said, "attributed_to")).toEqual([told.person]);
  expect(targets(graph, TOLD.asked, "attributed_to")).toEqual([told.agent]);
  expect(node(graph, TOLD.said)).toEqual({
    id: TOLD.said,
    kind: "exchange",
    conversation: told.id,
    props: {
      role: "human",
      phase: "problem_definition",
      round: 1,
      timestamp: told.exchanges[0]?.timestamp,
    },
  });
});

test("agents and people belong to no conversation", () => {
  const people = graph.nodes.filter((one) => one.conversation === undefined);
  expect(people.map(({ id, kind, props }) => [id, kind, props["name"]])).toEqual([
    [told.person, "person", "ana"],
    [told.agent, "agent", "liaison"],
    [told.worker?.agent, "agent", "painter"],
  ]);
});

test("a question comes of the words before it, and the words behind it answer it", () => {
  const question = questionNode(told, 0);
  expect(targets(graph, question, "derived_from")).toEqual([TOLD.said]);
  expect(targets(graph, TOLD.answered, "answers")).toEqual([question]);
  expect(node(graph, question)?.props).toMatchObject({
    topic: "canary audience",
    why: "canary why",
    status: "answered",
    asked_in: TOLD.asked,
  });
});

test("a question that is open or was assumed is answered by nothing", () => {
  for (const status of ["open", "assumed"] as const) {
    const clarifications = told.clarifications.map((one) => ({ ...one, status }));
    const open = graphOfLiaison({ ...told, clarifications });
    expect(open.edges.filter(({ relation }) => relation === "answers")).toEqual([]);
  }
});

test("of several exchanges the one that holds the answer answers", () => {
  const say = (id: string, role: "human" | "assistant", content: string) => ({
    id: `msg_${id}`,
    role,
    content,
    timestamp: told.createdAt,
    phase: "problem_definition",
    round: 1,
  });
  const exchanges = [
    say("1", "human", "A report."),
    say("2", "human", "Soon."),
    say("3", "assistant", "For whom?"),
    say("4", "human", "By Friday."),
    say("5", "human", "For Executives, I think."),
    say("6", "assistant", "Good."),
  ] as Liaison["exchanges"];
  const asked: Liaison["clarifications"] = [
    {
      topic: "audience",
      question: "For whom?",
      options: [],
      asked_in: "msg_3",
      status: "answered",
      answer: "executives",
    },
  ];
  const drawn = graphOfLiaison({ ...told, exchanges, clarifications: asked });
  expect(targets(drawn, questionNode(told, 0), "derived_from")).toEqual(["msg_1", "msg_2"]);
  expect(targets(drawn, "msg_5", "answers")).toEqual([questionNode(told, 0)]);
  expect(targets(drawn, "msg_4", "answers")).toEqual([]);
});

test("a version of a specification revises the one before and comes of what its requirements come of", () => {
  const [first, second] = ["task-1/specification/1", "task-1/specification/2"];
  expect(targets(graph, second ?? "", "revision_of")).toEqual([first]);
  expect(targets(graph, first ?? "", "revision_of")).toEqual([]);
  expect(targets(graph, first ?? "", "part_of")).toEqual(["task-1"]);
  expect(targets(graph, first ?? "", "derived_from")).toEqual([TOLD.said]);
  expect(targets(graph, second ?? "", "derived_from")).toEqual([TOLD.said, TOLD.answered]);
  expect(targets(graph, "task-1", "part_of")).toEqual([told.id]);
});

test("a requirement is one node in all versions, and traces to the words that it was taken from", () => {
  const [revenue, regions] = ["req-revenue", "req-regions"].map((id) => requirementNode(told, id));
  expect(targets(graph, revenue ?? "", "part_of")).toEqual([
    "task-1/specification/1",
    "task-1/specification/2",
  ]);
  expect(targets(graph, regions ?? "", "part_of")).toEqual(["task-1/specification/2"]);
  expect(targets(graph, regions ?? "", "derived_from")).toEqual([TOLD.answered]);
});

test("a result is about the version that stood when it came, and is its worker's", () => {
  const result = `${told.id}/result/0`;
  expect(targets(graph, result, "about")).toEqual(["task-1/specification/2"]);
  expect(targets(graph, result, "attributed_to")).toEqual([told.worker?.agent]);
  const later = "2026-01-02T00:00:00.000Z";
  const confidence_history = [...told.confidence_history, { at: later, score: 0.9, version: 2 }];
  const corrected = graphOfLiaison({ ...told, confidence_history });
  expect(targets(corrected, result, "about")).toEqual(["task-1/specification/1"]);
});

test("feedback is about the result of its round, comes of what was quoted, and has a part for each requirement", () => {
  const feedback = `${told.id}/feedback/1`;
  expect(targets(graph, feedback, "about")).toEqual([`${told.id}/result/0`]);
  expect(targets(graph, feedback, "derived_from")).toEqual([TOLD.judged]);
  const part = `${feedback}/req-regions`;
  expect(targets(graph, part, "about")).toEqual([requirementNode(told, "req-regions")]);
  expect(targets(graph, part, "part_of")).toEqual([feedback]);
});

test("no edge leads to what is not there, and none is drawn twice", () => {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  expect(graph.edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
  expect(new Set(graph.edges.map((edge) => JSON.stringify(edge))).size).toBe(graph.edges.length);
  const unknown = {
    requirement_id: "gone",
    sentiment: "neutral",
    confidence: 1,
    score: 0.5,
  } as const;
  const [round] = told.feedback;
  if (round === undefined) throw new Error("There is no feedback.");
  const metrics = { ...round.metrics, requirement_feedback: [unknown] };
  const drawn = graphOfLiaison({ ...told, results: [], feedback: [{ ...round, metrics }] });
  expect(drawn.edges.filter(({ relation }) => relation === "about")).toEqual([]);
});
