import { describe, expect, test } from "vitest";
import type { TaskEvent } from "../../../src/ports/earshot/liaison.ts";
import { codeOf, eventually, type Part, type WorldUnderTest } from "../earshot/world.ts";
import { ACCEPTED, liaisonOf, RESULT, WISHES } from "./liaison-world.ts";

/** The event bus, the graph and what is learned of feedback. */
export function taskEventFacts(under: WorldUnderTest): void {
  const { as, say, show, specified, judged } = liaisonOf(under);

  async function told(part: Part, after = 0): Promise<TaskEvent[]> {
    const events: TaskEvent[] = [];
    for await (const event of await as(part).taskEvents({ after })) events.push(event);
    return events;
  }

  describe("the event bus", () => {
    test("tells of a task from its specification to the feedback, in order and with content", async () => {
      const { conversation_id: id } = await specified();
      await say(id, "It must also be filterable by region.");
      await as("scout").taskProgress({ conversation_id: id, status: "begun" });
      await as("scout").taskCompleted({ conversation_id: id, task_result: RESULT });
      await say(id, WISHES);
      const events = await told("owner");
      expect(events.map(({ type }) => type)).toEqual([
        "task.created",
        "task.updated",
        "task.progressed",
        "task.completed",
        "task.feedback_received",
        "task.updated",
      ]);
      const [created, updated] = events;
      expect(created).toMatchObject({
        conversation_id: id,
        user_id: "approver",
        task_specification: { id: `${id}/task/1` },
      });
      if (updated?.type !== "task.updated") throw new Error("It was not updated.");
      expect(updated.changes.some(({ kind }) => kind === "added")).toBe(true);
      expect(updated.confidence).toEqual(updated.task_specification.confidence);
      expect(events[4]).toMatchObject({
        feedback_metrics: { acceptance_status: "needs_improvement" },
      });
      const late = await told("owner", updated.seq);
      expect(late.map(({ type }) => type)[0]).toBe("task.progressed");
    });

    test("tells that a task is no longer needed after its result, which is no verdict on it", async () => {
      const { conversation_id: id } = await judged();
      expect(await say(id, "No longer needed")).toMatchObject({ phase: "completed" });
      expect((await show(id)).feedback).toEqual([]);
      const types = (await told("owner")).map(({ type }) => type);
      expect(types).toEqual(["task.created", "task.completed", "task.withdrawn"]);
    });

    test("tells nothing of one task as news of the one before it", async () => {
      const { conversation_id: id } = await specified();
      await as("scout").taskProgress({ conversation_id: id, status: "the first task" });
      await say(id, "Never mind, forget it.");
      let reply = await say(id, "I need a weekly report of sales for the executives.");
      for (let turn = 0; reply.phase === "problem_definition" && turn < 6; turn++) {
        reply = await say(id, "Just do it.");
      }
      await as("scout").taskProgress({ conversation_id: id, status: "the second task" });
      const progressed = (await told("owner")).filter(({ type }) => type === "task.progressed");
      expect(progressed).toMatchObject([{ task_id: `${id}/task/2`, status: "the second task" }]);
    });

    test("tells an agent of its own tasks and of those that are free", async () => {
      await specified("scout");
      expect(await told("rival")).toEqual([]);
      expect((await told("scout")).map(({ type }) => type)).toEqual(["task.created"]);
      await specified();
      expect((await told("rival")).map(({ type }) => type)).toEqual(["task.created"]);
      expect(await told("outsider")).toEqual([]);
    });

    test("followed, tells of what comes until it is ended", async () => {
      const ending = new AbortController();
      const heard: string[] = [];
      const stream = await as("scout").taskEvents({ follow: true }, { signal: ending.signal });
      const listening = (async () => {
        for await (const { type } of stream) heard.push(type);
      })().catch(() => {});
      await judged();
      await eventually(() => heard.length >= 2);
      ending.abort();
      await listening;
      expect(heard).toEqual(["task.created", "task.completed"]);
    });
  });

  describe("the graph", () => {
    test("says why a question was asked, and which feedback came of a requirement", async () => {
      const { conversation_id: id } = await judged();
      await say(id, WISHES);
      const graph = await as("owner").graphOf({ conversation_id: id });
      const kinds = new Set(graph.nodes.map(({ kind }) => kind));
      for (const kind of ["conversation", "exchange", "task", "result", "feedback"] as const) {
        expect(kinds).toContain(kind);
      }
      const question = graph.nodes.find(({ kind }) => kind === "question");
      if (question === undefined) throw new Error("Nothing was asked.");
      const why = await as("owner").queryGraph({ query: "why_asked", id: question.id });
      expect(why.items.length).toBeGreaterThan(0);
      expect(why.items.every(({ node }) => node.kind === "exchange")).toBe(true);
      const { exchanges } = await show(id);
      expect(why.items.some(({ node }) => node.id === exchanges[0]?.id)).toBe(true);
    });
  });

  describe("the graph before an agent", () => {
    test("ends where another's conversation begins", async () => {
      const { conversation_id: id } = await specified("scout");
      const graph = await as("scout").graphOf({ conversation_id: id });
      const task = graph.nodes.find(({ kind }) => kind === "task");
      if (task === undefined) throw new Error("There is no task.");
      for (const part of ["rival", "outsider"] as const) {
        const query = as(part).queryGraph({ query: "descendants", id: task.id });
        expect(await codeOf(query)).toBe("NOT_FOUND");
      }
      const person = graph.nodes.find(({ kind }) => kind === "person");
      const said = graph.nodes.find(
        (one) => one.kind === "exchange" && one.props["role"] === "human",
      );
      const way = { query: "path", id: said?.id ?? "", to: person?.id ?? "" } as const;
      expect((await as("owner").queryGraph(way)).items).toHaveLength(2);
      expect((await as("scout").queryGraph(way)).items).toEqual([]);
      if (person !== undefined) {
        const over = as("rival").queryGraph({ query: "descendants", id: person.id });
        expect(await codeOf(over)).toBe("NOT_FOUND");
      }
    });
  });

  describe("fitness", () => {
    test("comes of feedback, and silence earns nothing", async () => {
      await judged();
      const silent = await as("owner").fitness();
      expect(silent.items).toMatchObject([{ agent: "scout", unrated: 1 }]);
      expect(silent.items[0]).not.toHaveProperty("fitness");
      const { conversation_id: id } = await judged();
      await say(id, ACCEPTED);
      const rated = await as("owner").fitness({ agent: "scout" });
      expect(rated.items[0]?.fitness?.value).toBeGreaterThan(0.5);
      expect(rated.items[0]?.fitness?.lower).toBeLessThan(rated.items[0]?.fitness?.value ?? 0);
      const lines: unknown[] = [];
      for await (const line of await as("owner").exportFitness()) lines.push(line);
      expect(lines).toMatchObject([
        { conversation_id: id, agent: "scout", acceptance_status: "accepted" },
      ]);
    });

    test("a report of reliability counts what became of specifications", async () => {
      expect(await as("owner").liaisonReport()).toMatchObject({ outcomes: 0 });
      const { conversation_id: id } = await judged();
      await say(id, ACCEPTED);
      const corrected = await specified();
      await say(corrected.conversation_id, "It must also be filterable by region.");
      const report = await as("owner").liaisonReport();
      expect(report).toMatchObject({ outcomes: 2, is_calibrated: false });
      expect(report.brier).toBeGreaterThan(0);
    });
  });
}
