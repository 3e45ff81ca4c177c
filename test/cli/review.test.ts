import { beforeEach, describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { type TestServer, testServer } from "../support/cli.ts";

/* What an operator does about a request that nobody answers. */

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
});

async function asked(text = "Which one?"): Promise<RequestId> {
  return (await server.agent.ask({ text })).request.id;
}

describe("review", () => {
  test("lists nothing of what was asked today", async () => {
    await asked();
    expect(await server.run("review")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "Nothing has been open for longer than a day.\n",
    });
    const listed = await server.run("review", "--json");
    expect(JSON.parse(listed.stdout)).toEqual({ items: [] });
  });

  test("keeps a request open, and the log says so", async () => {
    const id = await asked();
    const kept = await server.run("review", id, "keep", "--why", "ana is back tomorrow");
    expect(kept).toMatchObject({ code: 0, stderr: `${id} stays open (open).\n` });
    const { history } = await server.operator.show({ id });
    expect(history.map(({ type }) => type)).toContain("request.kept");
  });

  test("gives a request up, and nobody can answer it any more", async () => {
    const id = await asked();
    const given = await server.run("review", id, "abandon", "--why", "nobody knows");
    expect(given).toMatchObject({ code: 0, stderr: `${id} is given up (abandoned).\n` });
    expect(await server.run("answer", id, "yes")).toMatchObject({ code: 1 });
    expect(await server.run("review", id, "keep")).toMatchObject({ code: 1, stdout: "" });
  });

  test("lets the agent go on with what is assumed, which is no answer", async () => {
    const id = await asked();
    const assumed = await server.run("review", id, "assume", "The second.", "--json");
    expect(JSON.parse(assumed.stdout)).toMatchObject({
      id,
      status: "assumed",
      assumption: "The second.",
    });
    expect(await server.agent.wait({ id })).toMatchObject({ outcome: "assumed" });
  });

  test("asks others, where there are such", async () => {
    const id = await asked();
    expect(await server.run("review", id, "reroute", "nobody")).toMatchObject({ code: 1 });
    const rerouted = await server.run("review", id, "reroute", "operator", "--json");
    expect(JSON.parse(rerouted.stdout)).toMatchObject({ status: "open", to: ["operator"] });
  });

  test.for([
    [["req_1", "keep"], "id of a request"],
    [[`req_${"0".repeat(26)}`], "Say what to do about it"],
    [[`req_${"0".repeat(26)}`, "approve"], "Allowed choices are"],
    [[`req_${"0".repeat(26)}`, "assume"], "in quotes"],
    [[`req_${"0".repeat(26)}`, "remind", "ana"], "takes no further words"],
  ] as const)("%j is wrong usage", async ([args, said]) => {
    const refused = await server.run("review", ...args);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain(said);
  });

  test("run does what is due, of which there is nothing today", async () => {
    await asked();
    expect(await server.run("review", "run")).toMatchObject({ code: 0, stderr: "Done: 0.\n" });
  });
});
