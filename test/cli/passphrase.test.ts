import { beforeEach, expect, test } from "vitest";
import { type TestServer, testServer } from "../support/cli.ts";
import { ENTER, earshotOnPty } from "../support/pty.ts";

/* A passphrase is typed at the terminal, twice, and shown nowhere. */

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});

const FIRST = "correct horse battery";
const SECOND = "another horse entirely";

/** Types each line once its prompt stands; gives what the command said and its exit code. */
async function typeAll(...dialogue: readonly (readonly [prompt: string, typed: string])[]) {
  const terminal = earshotOnPty(["passphrase", "--data", server.data]);
  for (const [prompt, typed] of dialogue) {
    await terminal.see(prompt);
    terminal.type(typed + ENTER);
  }
  const { code } = await terminal.exited;
  return { code, output: terminal.output() };
}

const setEvents = async () => {
  const found = [];
  for await (const event of await server.operator.events()) {
    if (event.type === "passphrase.set") found.push(event);
  }
  return found.length;
};

test("a passphrase is asked for twice, and nothing of it reaches the screen", async () => {
  const { code, output } = await typeAll(
    ["New passphrase of operator: ", FIRST],
    ["The same again: ", FIRST],
  );
  expect(code).toBe(0);
  expect(output).toContain("Your passphrase is set.");
  expect(output).not.toContain("horse");
  expect(await setEvents()).toBe(1);
});

test("two that differ set none", async () => {
  const { code, output } = await typeAll(
    ["New passphrase of operator: ", FIRST],
    ["The same again: ", SECOND],
  );
  expect(code).toBe(1);
  expect(output).toContain("The two are not the same.");
  expect(await setEvents()).toBe(0);
});

test("one that is too short is refused before it is typed again", async () => {
  const { code, output } = await typeAll(["New passphrase of operator: ", "short"]);
  expect(code).toBe(1);
  expect(output).toContain("12 to 256 characters");
  expect(await setEvents()).toBe(0);
});

test("another one wants the one until now", async () => {
  await server.operator.setPassphrase({ passphrase: FIRST });
  const change = (former: string) =>
    typeAll(
      ["New passphrase of operator: ", SECOND],
      ["The same again: ", SECOND],
      ["Your passphrase until now: ", former],
    );
  const wrong = await change("wrong horse battery");
  expect(wrong.code).toBe(1);
  expect(await setEvents()).toBe(1);
  const right = await change(FIRST);
  expect(right).toMatchObject({ code: 0 });
  expect(right.output).not.toContain("horse");
  expect(await setEvents()).toBe(2);
});

test("who has one gives it to make a key for a person, and not for an agent", async () => {
  await server.operator.setPassphrase({ passphrase: FIRST });
  const ana = ["keys", "create", "--operator", "ana", "--role", "approver"];
  const make = async (typed: string) => {
    const terminal = earshotOnPty([...ana, "--data", server.data], { columns: 200 });
    await terminal.see("Your passphrase: ");
    terminal.type(typed + ENTER);
    const { code } = await terminal.exited;
    expect(terminal.output()).not.toContain("horse");
    return { code, output: terminal.output() };
  };
  const names = async () =>
    (await server.operator.listKeys()).items.map(({ principal }) => principal.name);

  const piped = await server.run(...ana);
  expect(piped).toMatchObject({ code: 69, stdout: "" });
  const wrong = await make(SECOND);
  expect(wrong.code).toBe(1);
  expect(wrong.output).not.toContain("ear_invite_");
  expect(await names()).not.toContain("ana");
  const right = await make(FIRST);
  expect(right.code).toBe(0);
  expect(right.output).toContain("ear_invite_");
  expect(await names()).toContain("ana");
  expect(await server.run("keys", "create", "--agent", "scout")).toMatchObject({ code: 0 });
});

test("without a terminal none is set, whatever is piped in", async () => {
  const running = server.spawn("passphrase");
  running.child.stdin.end(`${FIRST}\n${FIRST}\n`);
  const { code, stdout, stderr } = await running.finished;
  expect({ code, stdout }).toEqual({ code: 69, stdout: "" });
  expect(stderr).toContain("There is no terminal that controls this process");
  expect(await setEvents()).toBe(0);
});
