import { expect, test } from "vitest";
import type { Graph, GraphNode } from "../../domain/liaison/graph.ts";
import { graphToMermaid } from "./graph-mermaid.ts";

const conversation = "cnv_1";

test("each node has its kind and a title, and edges their relation in words", () => {
  const graph: Graph = {
    nodes: [
      { id: "q", kind: "question", conversation, props: { topic: "audience", status: "open" } },
      { id: "e", kind: "exchange", conversation, props: { role: "human", round: 1 } },
      { id: "p", kind: "person", props: { name: "Zoë" } },
      {
        id: "f",
        kind: "feedback",
        conversation,
        props: { acceptance_status: "needs_improvement" },
      },
      { id: "bare", kind: "result", conversation, props: {} },
    ],
    edges: [
      { from: "q", relation: "derived_from", to: "e", conversation },
      { from: "e", relation: "attributed_to", to: "p", conversation },
      { from: "e", relation: "part_of", to: "elsewhere", conversation },
    ],
  };
  expect(graphToMermaid(graph)).toBe(`flowchart LR
  n0{{"question: audience"}}
  n1("exchange: human, round 1")
  n2(("person: Zoë"))
  n3>"feedback: needs improvement"]
  n4[("result: bare")]
  n0 -->|derived from| n1
  n1 -->|attributed to| n2
`);
});

test("a long title is cut", () => {
  const node: GraphNode = { id: "t", kind: "task", props: { title: "very long ".repeat(40) } };
  const [, line = ""] = graphToMermaid({ nodes: [node], edges: [] }).split("\n");
  expect(line.length).toBeLessThan(80);
  expect(line).toMatch(/very long.*#8230;"\]\]$/);
});

test.each([
  `"] --> x["`,
  "`**bold**`",
  "end\nclick n0 call alert()",
  "<script>alert(1)</script>",
  "%%{init: {}}%%",
  "#quot;#35;",
  "a|b; c",
  "\u202ehidden\u0000",
])("a title such as %j is text and nothing else", (title) => {
  const props = { title };
  const nodes: readonly GraphNode[] = [
    { id: title, kind: "task", props },
    { id: "other", kind: "conversation", props },
  ];
  const edges = [{ from: title, relation: "part_of", to: "other", conversation } as const];
  const lines = graphToMermaid({ nodes, edges }).split("\n");
  expect(lines).toHaveLength(5);
  const label = String.raw`"[\p{L}\p{M}\p{N} ,.:?!#;-]*"`;
  expect(lines[1]).toMatch(new RegExp(String.raw`^  n0\[\[${label}\]\]$`, "u"));
  expect(lines[2]).toMatch(new RegExp(String.raw`^  n1\(\[${label}\]\)$`, "u"));
  // What is left of signs are their numbers.
  expect((lines[1] ?? "").replace(/#\d+;/g, "")).not.toMatch(/[#;]/);
  expect(lines[3]).toBe("  n0 -->|part of| n1");
});
