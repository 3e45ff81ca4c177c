import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { ConversationId } from "../../src/domain/id.ts";
import type { Phase } from "../../src/domain/liaison/liaison.ts";
import { earshot, type TestServer, testFolder, testServer } from "../support/cli.ts";

/*
 * Conversations of the liaison from the command line, without a terminal. How the liaison puts what it
 * says is its own affair; what it is told here is enough for any task to be specified.
 */

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
});

const NEED = "I need a sales dashboard";
const ANSWERS = [
  "It shows revenue and units of last quarter as bar charts for our executives, from our sales database, by Friday.",
  "You decide the rest. Just do it.",
  "Yes, that is it.",
];
const MOST_TURNS = 8;

async function begun(): Promise<ConversationId> {
  const { conversation_id: id } = await server.operator.beginConversation({
    initial_message: NEED,
  });
  return id;
}

/** A conversation whose task is specified and waits for a worker. */
async function specified(): Promise<ConversationId> {
  const id = await begun();
  let phase: Phase = "problem_definition";
  for (let turn = 0; phase === "problem_definition" && turn < MOST_TURNS; turn++) {
    const message = ANSWERS[Math.min(turn, ANSWERS.length - 1)] ?? "";
    phase = (await server.operator.continueConversation({ conversation_id: id, message })).phase;
  }
  expect(phase).toBe("awaiting_task_completion");
  return id;
}

async function judged(words = "Great, I accept it as it is."): Promise<ConversationId> {
  const id = await specified();
  await server.agent.taskCompleted({ conversation_id: id, task_result: "Here it is." });
  await server.operator.continueConversation({ conversation_id: id, message: words });
  return id;
}

describe("liaise without a terminal", () => {
  test("says the words, prints the reply and how to go on, and ends", async () => {
    const run = await server.run("liaise", "I", "need", "a", "sales dashboard");
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout).toMatch(/^\[LIAISON\]: \S/);
    const { items } = await server.operator.listLiaisons();
    expect(items[0]?.exchanges[0]).toMatchObject({ role: "human", content: NEED, via: "cli" });
    expect(run.stderr).toContain(`npx earshot liaise --id ${items[0]?.id}`);
  });

  test("prints the reply as JSON where told to", async () => {
    const id = await begun();
    const run = await server.run("liaise", "--id", id, "It is for executives.", "--json");
    expect(JSON.parse(run.stdout)).toMatchObject({
      conversation_id: id,
      response: expect.stringMatching(/\S/),
      phase: expect.stringMatching(/^\w+$/),
    });
  });

  test("goes on with the newest conversation that is open", async () => {
    await begun();
    const id = await begun();
    const run = await server.run("liaise", "--continue", "It is for executives.", "--json");
    expect(JSON.parse(run.stdout)).toMatchObject({ conversation_id: id });
  });

  test("says where there is none to go on with", async () => {
    const run = await server.run("liaise", "--continue", "Hello");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("no conversation that is open");
  });

  test("without words it ends at once, since nobody could answer", async () => {
    await begun();
    const run = await server.run("liaise");
    expect(run).toMatchObject({ code: 69, stdout: "" });
  });

  test("the same words with the same key are said once", async () => {
    const said = ["liaise", NEED, "--idempotency-key", "once", "--json"] as const;
    const first = JSON.parse((await server.run(...said)).stdout);
    const second = JSON.parse((await server.run(...said)).stdout);
    expect(second).toEqual(first);
    expect((await server.operator.listLiaisons()).items).toHaveLength(1);
  });

  test("reads each line of standard input where told to", async () => {
    const stdin = `${NEED}\n\n${ANSWERS[0]}\n`;
    const run = await earshot(["liaise", "--stdin", "--json", "--data", server.data], { stdin });
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout.trim().split("\n")).toHaveLength(2);
    const { items } = await server.operator.listLiaisons();
    const said = items[0]?.exchanges.filter(({ role }) => role === "human");
    expect(said?.map(({ content }) => content)).toEqual([NEED, ANSWERS[0]]);
  });

  test("names the worker", async () => {
    await server.run("liaise", NEED, "--agent", "agent");
    const { items } = await server.operator.listLiaisons();
    expect(items[0]?.worker).toMatchObject({ name: "agent" });
  });

  test("an agent's key cannot speak for a person", async () => {
    const env = { EARSHOT_KEY: server.key("agent") };
    const refused = await earshot(["liaise", NEED, "--data", server.data], { env });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("liaison", () => {
  test("lists nothing where there is nothing", async () => {
    expect(await server.run("liaison")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "No conversations of the liaison.\n",
    });
  });

  test("lists conversations, and those of a phase alone", async () => {
    const first = await begun();
    const second = await specified();
    const all = await server.run("liaison", "list");
    expect(all.stdout.split("\n")[0]).toContain(`${second}  awaiting_task_completion`);
    expect(all.stdout.split("\n")[1]).toContain(`${first}  problem_definition`);
    const some = await server.run("liaison", "list", "--phase", "problem_definition", "--json");
    expect(JSON.parse(some.stdout).items).toMatchObject([{ id: first }]);
  });

  test("shows a conversation whole: what was said, specified, reported and judged", async () => {
    const id = await specified();
    await server.operator.taskProgress({ conversation_id: id, status: "half of it" });
    await server.operator.taskCompleted({ conversation_id: id, task_result: { page: "/sales" } });
    const run = await server.run("liaison", "show", id);
    expect(run.code, run.stderr).toBe(0);
    for (const part of [
      id,
      "feedback_collection, round 1",
      `[operator]: ${NEED}`,
      "[LIAISON]: ",
      "Specification ",
      "confidence ",
      "Versions of the specification",
      "> operator: half of it",
      '"page": "/sales"',
      "— feedback_collection: ",
    ]) {
      expect(run.stdout).toContain(part);
    }
    const whole = await server.run("liaison", "show", id, "--json");
    expect(JSON.parse(whole.stdout)).toEqual(
      await server.operator.showLiaison({ conversation_id: id }),
    );
  });

  test("says one thing and prints the reply", async () => {
    const id = await begun();
    const run = await server.run("liaison", "say", id, "It is", "for executives.");
    expect(run.stdout).toMatch(/^\[LIAISON\]: \S/);
    const { exchanges } = await server.operator.showLiaison({ conversation_id: id });
    expect(exchanges.map(({ content }) => content)).toContain("It is for executives.");
  });

  test("attaches files, and saves them under their names and over nothing", async () => {
    const folder = testFolder();
    const [given, saved] = [join(folder, "sales.csv"), join(folder, "saved.csv")];
    writeFileSync(given, "region,revenue\nnorth,3\n");
    const begun = await server.run("liaise", NEED, "--attach", given, "--json");
    const { conversation_id: id } = JSON.parse(begun.stdout) as { conversation_id: ConversationId };
    const more = await server.run("liaison", "say", id, "And this.", "--attach", given);
    expect(more.code, more.stderr).toBe(0);
    const shown = await server.run("liaison", "show", id);
    expect(shown.stdout).toContain("  + sales.csv, 23 bytes, sha256:");
    const command = ["liaison", "attachment", id, "sales.csv", "--output", saved];
    expect(await server.run(...command)).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(saved, "utf8")).toBe("region,revenue\nnorth,3\n");
    expect(await server.run(...command)).toMatchObject({ code: 1, stdout: "" });
    const other = await server.run("liaison", "attachment", id, "other.csv");
    expect(other).toMatchObject({ code: 1, stdout: "" });
    expect(other.stderr).toContain("Attached are: sales.csv sha256:");
  });

  test("a file that is too large or not there is not sent", async () => {
    const large = join(testFolder(), "large.log");
    writeFileSync(large, Buffer.alloc(4 * 1024 * 1024 + 1));
    for (const file of [large, `${large}.not`]) {
      expect(await server.run("liaise", NEED, "--attach", file)).toMatchObject({ code: 1 });
    }
    expect((await server.operator.listLiaisons()).items).toEqual([]);
  });

  test("reports progress by the owner's key, and by the worker's where it is given", async () => {
    const id = await specified();
    const owner = await server.run("liaison", "progress", id, "begun");
    expect(owner).toMatchObject({ code: 0, stdout: "" });
    const key = server.key("agent");
    const given = ["--key", key, "--result", '{"rows":3}'];
    expect(await server.run("liaison", "progress", id, "loaded", ...given)).toMatchObject({
      code: 0,
    });
    const { progress, worker } = await server.operator.showLiaison({ conversation_id: id });
    expect(progress).toMatchObject([
      { by: "operator", status: "begun" },
      { by: "agent", status: "loaded", result: { rows: 3 } },
    ]);
    expect(worker).toMatchObject({ name: "agent" });
  });

  test("hands over a result as text, as JSON and from a file", async () => {
    const file = join(testFolder(), "report.md");
    writeFileSync(file, "# Sales\nUp.\n");
    for (const [args, result] of [
      [["All of it."], "All of it."],
      [
        ["--result", "[1,2]"],
        [1, 2],
      ],
      [["--result-file", file], "# Sales\nUp.\n"],
    ] as const) {
      const id = await specified();
      expect(await server.run("liaison", "complete", id, ...args)).toMatchObject({ code: 0 });
      const { results } = await server.operator.showLiaison({ conversation_id: id });
      expect(results).toMatchObject([{ result, by: "operator" }]);
    }
  });

  test("a result comes with files, which are named and saved", async () => {
    const id = await specified();
    const folder = testFolder();
    const file = join(folder, "figures.csv");
    writeFileSync(file, "a,b\n");
    const args = ["complete", id, "The figures", "--attach", file];
    expect(await server.run("liaison", ...args)).toMatchObject({ code: 0 });
    const saved = join(folder, "saved");
    const run = await server.run("liaison", "show", id, "--save", saved);
    expect(run.stdout).toMatch(/\+ figures\.csv, 4 bytes, sha256:[0-9a-f]{64}/);
    expect(readdirSync(saved)).toEqual(["1-figures.csv"]);
    expect(readFileSync(join(saved, "1-figures.csv"), "utf8")).toBe("a,b\n");
  });

  test("a task that is not waited for takes no result", async () => {
    const id = await begun();
    const run = await server.run("liaison", "complete", id, "done");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("problem_definition");
  });

  test("reports that nothing is calibrated yet, and writes the plot", async () => {
    await judged();
    const svg = join(testFolder(), "reliability.svg");
    const run = await server.run("liaison", "report", "--svg", svg);
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout).toContain("outcomes    1\n");
    expect(run.stdout).toMatch(/Brier \d\.\d{3}, ECE \d\.\d{3}/);
    expect(run.stdout).toContain("Not calibrated yet");
    expect(existsSync(svg) && readFileSync(svg, "utf8")).toContain("<svg");
  });

  test("shows the fitness of an agent with its lower bound, and exports what it comes of", async () => {
    const id = await judged();
    const fitness = await server.run("liaison", "fitness", "--agent", "agent");
    expect(fitness.stdout).toMatch(/^agent\n {2}fitness +\d\.\d\d, at least \d\.\d\d/);
    expect(fitness.stdout).toContain("1 accepted");
    const exported = await server.run("liaison", "export");
    const lines = exported.stdout.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { conversation_id: id, agent: "agent", round: 1, acceptance_status: "accepted" },
    ]);
  });

  test("prints the events of tasks, a line each, from any place", async () => {
    const id = await judged();
    const run = await server.run("liaison", "events");
    const lines = run.stdout.trim().split("\n");
    expect(lines.map((line) => line.trim().split(/ +/)[2])).toEqual([
      "task.created",
      "task.completed",
      "task.feedback_received",
    ]);
    expect(lines.every((line) => line.includes(id))).toBe(true);
    const json = await server.run("liaison", "events", "--json");
    const [, second] = json.stdout.trim().split("\n");
    const { seq, type } = JSON.parse(second ?? "");
    expect(type).toBe("task.completed");
    const rest = await server.run("liaison", "events", "--after", String(seq));
    expect(rest.stdout).toMatch(
      /^ +\d+ +\S+ +task\.feedback_received +\S+ +accepted, satisfaction/,
    );
  });

  test("the log tells what of the conversation each event is about", async () => {
    await judged();
    const { stdout } = await server.run("events");
    expect(stdout).toMatch(/liaison\.moved +cnv_\w+ \(awaiting_task_completion, round 1\)/);
    expect(stdout).toMatch(/task\.created +cnv_\w+ \(version \d+\) +by the liaison/);
    expect(stdout).toMatch(/task\.feedback_received cnv_\w+ \(accepted, round 1\)/);
    expect(stdout).toMatch(/liaison\.said +cnv_\w+ +by prn_\w+ via http/);
  });

  test("draws the graph and answers questions to it", async () => {
    const id = await judged();
    const mermaid = await server.run("liaison", "graph", id);
    expect(mermaid.stdout).toMatch(/^(?:---|graph|flowchart)/);
    const cypher = await server.run("liaison", "graph", id, "--format", "cypher");
    expect(cypher.stdout).toContain("MERGE");
    const json = await server.run("liaison", "graph", id, "--format", "json");
    const { nodes } = JSON.parse(json.stdout);
    const feedback = nodes.find(({ kind }: { kind: string }) => kind === "feedback");
    const query = ["liaison", "graph-query", "ancestors", feedback.id];
    const found = await server.run(...query, "--kind", "person");
    expect(found.stdout).toMatch(/^ +\d+ +person +\S+/);
    const [person] = nodes.filter(({ kind }: { kind: string }) => kind === "person");
    const path = ["liaison", "graph-query", "path", feedback.id, "--to", person.id, "--json"];
    expect(JSON.parse((await server.run(...path)).stdout).items.length).toBeGreaterThan(1);
  });

  test("erases what was said, and asks before it does", async () => {
    const id = await judged();
    const asked = await server.run("liaison", "erase", id);
    expect(asked).toMatchObject({ code: 69, stdout: "" });
    const erased = await server.run("liaison", "erase", id, "--yes");
    expect(erased).toMatchObject({ code: 0, stderr: `Erased what was said in ${id}.\n` });
    const shown = await server.run("liaison", "show", id);
    expect(shown.stdout).not.toContain("dashboard");
    expect(await server.run("audit", "verify")).toMatchObject({ code: 0 });
  });
});
