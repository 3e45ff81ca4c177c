import { expect, test } from "vitest";
import { testServer } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";

/* The kill switch on the command line. */

test("an agent that is halted is served again once it is resumed", async () => {
  const server = await testServer();
  await server.agent.ask({ text: "Go on?" });
  expect((await server.run("agents", "list")).stdout).toBe("agent  1 key, 1 open\n");

  const halted = await server.run("agents", "halt", "agent");
  expect(halted).toMatchObject({ code: 0, stdout: "" });
  expect(halted.stderr).toContain("What it does without Earshot goes on");
  await expect(server.agent.ask({ text: "And now?" })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
    details: { reason: "agent_halted" },
  });
  expect((await server.run("agents", "list")).stdout).toMatch(/^agent {2}1 key, 1 open {2}halted /);

  expect(await server.run("agents", "resume", "agent")).toMatchObject({ code: 0, stdout: "" });
  expect(await server.agent.ask({ text: "And now?" })).toMatchObject({ outcome: "pending" });
});

test("an agent that nobody knows is neither halted nor resumed", async () => {
  const server = await testServer();
  for (const verb of ["halt", "resume"]) {
    const refused = await server.run("agents", verb, "nobody");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("npx earshot agents list");
  }
});

test.each(["earshot", "liaison"])(
  "of %s, the server's own, it is said that it is not there yet",
  async (name) => {
    const server = await testServer();
    for (const verb of ["halt", "resume"]) {
      const { code, stderr } = await server.run("agents", verb, name);
      expect(code).toBe(1);
      expect(stderr).toContain(`The agent "${name}" is the server's own.`);
      expect(stderr).toContain("has said nothing yet");
      expect(stderr).not.toContain("none that you can see");
    }
  },
);

test("all agents are halted at once", async () => {
  const server = await testServer();
  await server.run("keys", "create", "--agent", "scout");
  const halted = await server.run("agents", "halt", "--all");
  expect(halted).toMatchObject({ code: 0, stdout: "" });
  expect(halted.stderr).toMatch(/Halted (agent, scout|scout, agent): /);
  expect((await server.run("agents", "list")).stdout.match(/halted/g)).toHaveLength(2);
  expect((await server.run("agents", "halt", "--all")).stderr).toContain("halted already");
  expect((await server.run("agents", "halt")).code).toBe(1);
});

test("the agent by which owners are asked is not halted, by its name or with all", async () => {
  const server = await testServer();
  await ownKey(server.operator, { kind: "person", name: "ana", role: "owner" });
  await ownKey(server.operator, { kind: "person", name: "ben" });
  const refused = await server.run("agents", "halt", "earshot");
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain("is the server's own");
  expect((await server.run("agents", "halt", "--all")).stderr).not.toContain("Halted earshot");
});
