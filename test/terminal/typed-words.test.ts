import { describe, expect, onTestFinished, test } from "vitest";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { eventually, type TestServer, testServer } from "../support/cli.ts";
import { ENTER } from "../support/pty.ts";
import { earshotAtPty, type PtyHere } from "../support/pty-here.ts";
import { openConsole } from "./console-here.ts";

/* What is typed for a request that closes decides nothing about the one that takes its place. */

const PROMPT = "[OPERATOR]: \u001b[";
const NEXT = { text: "Drop the table?", default: { text: "yes, drop it" } };

interface Scene {
  readonly server: TestServer;
  readonly pty: PtyHere;
  readonly first: RequestId;
  readonly next: RequestId;
}

async function typingBefore(): Promise<Scene> {
  const server = await testServer();
  const { request: first } = await server.agent.ask({ text: "Which colour?" });
  const { request: next } = await server.agent.ask(NEXT);
  const pty = await earshotAtPty(["console", "--data", server.data]);
  await pty.see("Which colour?");
  await pty.see(PROMPT);
  return { server, pty, first: first.id, next: next.id };
}

const close = ({ server, first }: Scene) =>
  server.operator.answer({ id: first, answer: { text: "blue" } }, { via: "cli" });

async function isUntouched({ server, next }: Scene): Promise<void> {
  expect((await server.operator.show({ id: next })).request.status).toBe("open");
}

/** What another Enter sends is what stands in the line. */
async function isSentByAnotherEnter({ server, pty, next }: Scene, text: string): Promise<void> {
  await pty.typeRested(ENTER);
  const { request } = await server.agent.wait({ id: next, holdMs: 20_000 });
  expect(request).toMatchObject({ status: "answered", answer: { text } });
}

/** Until what was typed has been drawn, the program has taken all of it. */
const onLastLine = (pty: PtyHere, text: string) =>
  eventually(
    () => pty.screen().at(-1)?.endsWith(text),
    () => pty.screen().join("\n"),
  );

describe("a request that closes", () => {
  test("before the first key leaves what is typed then in the line of the next one", async () => {
    const scene = await typingBefore();
    await close(scene);
    await scene.pty.see("Drop the table?");
    await scene.pty.see(PROMPT);
    scene.pty.type(`green${ENTER}`);
    await onLastLine(scene.pty, "[OPERATOR]: green");
    await isUntouched(scene);
    await isSentByAnotherEnter(scene, "green");
  });

  test("before Enter keeps a default from being taken", async () => {
    const scene = await typingBefore();
    await close(scene);
    await scene.pty.see("Enter takes: yes, drop it");
    await scene.pty.see(PROMPT);
    scene.pty.type(ENTER);
    scene.pty.type("x");
    await onLastLine(scene.pty, "[OPERATOR]: x");
    await isUntouched(scene);
  });

  test("between two keys keeps the words, whole, and what follows is sent to nobody", async () => {
    const scene = await typingBefore();
    const { pty, server } = scene;
    const words = `gre ${"and more ".repeat(60)}`;
    pty.type(words);
    await pty.see("more ");
    await close(scene);
    await pty.see("as a message? [y/N]: ");
    pty.type(`en${ENTER}`);
    await onLastLine(pty, "[y/N]: en");
    await expect
      .poll(() => pty.screen().join(" ").replace(/\s+/g, " "))
      .toContain(`Not sent: ${words.trim()}`);
    expect((await server.agent.mailbox({})).items).toEqual([]);
    await pty.typeRested(ENTER);
    await pty.see("Drop the table?");
    await pty.see(PROMPT);
    expect((await server.agent.mailbox({})).items).toEqual([]);
    await isUntouched(scene);
  });

  test("between a key and its paint decides nothing else", async () => {
    const scene = await typingBefore();
    const closing = close(scene).then(
      () => true,
      (error: unknown) => !isEarshotError(error, "REQUEST_CLOSED"),
    );
    scene.pty.type(`green${ENTER}${ENTER}`);
    // Whichever of the two was first, it alone is the answer, and the second Enter is nobody's.
    if (await closing) {
      await scene.pty.see(/by operator via cli/);
      await scene.pty.see(/\[y\/N\]: |Drop the table\?/);
      scene.pty.type(ENTER);
    } else await scene.pty.see("Drop the table?");
    await isUntouched(scene);
  });

  test("in the dialogue takes the digits away, and the rest of them decides nothing", async () => {
    const server = await testServer();
    const { request } = await server.agent.authorize({
      tool: "delete_user_data",
      args: { user_id: "user123" },
      reason: "Asked for.",
    });
    if (request.kind !== "authorization" || request.status !== "open") throw new Error("Closed.");
    const pty = await earshotAtPty(["console", "--data", server.data]);
    await pty.see("approve, reject REASON, or skip: \u001b[");
    pty.type(`approve${ENTER}`);
    await pty.see("digits of the digest: \u001b[");
    const digits = request.authorization.digest.slice(0, 8);
    pty.type(digits.slice(0, 4));
    await pty.see(digits.slice(0, 4));
    const { request: next } = await server.agent.ask(NEXT);
    await server.operator.reject({ id: request.id, reason: "no" }, { via: "cli" });
    await pty.see("Enter takes: yes, drop it");
    await pty.see(PROMPT);
    pty.type(digits.slice(4) + ENTER + ENTER);
    await onLastLine(pty, digits.slice(4));
    await isUntouched({ server, pty, first: request.id, next: next.id });
  });
});

test("keys that follow an answer which is on its way answer nothing else", async () => {
  const { agent, operator } = await testServer();
  const { request: first } = await agent.ask({ text: "Which colour?" });
  const { request: next } = await agent.ask(NEXT);
  const asked = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const earshot: typeof operator = {
    ...operator,
    async answer(...given) {
      asked.resolve();
      await closed.promise;
      return await operator.answer(...given);
    },
  };
  const { shows, type, end } = openConsole(earshot);
  onTestFinished(async () => void (await end()));
  await shows("[OPERATOR]: ");
  type("green\r");
  await asked.promise;
  await operator.answer({ id: first.id, answer: { text: "blue" } }, { via: "cli" });
  type("\rand go on\r");
  await shows("Not sent, since it answers no open question: and go on");
  closed.resolve();
  await shows("Too late");
  type("\r");
  await shows("Drop the table?");
  expect((await operator.show({ id: next.id })).request.status).toBe("open");
});
