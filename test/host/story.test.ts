import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { textAt } from "../../src/channels/slack/untrusted-json.ts";
import type { Session } from "../../src/domain/sessions/session.ts";
import { writeChannelSettings } from "../../src/system/channel-settings.ts";
import { eventually, type Finished, type Running, spawnEarshot } from "../support/cli.ts";
import { startModelServer } from "../support/model-server/model-server.ts";
import type { ModelServer, Turn } from "../support/model-server/script.ts";
import { APP_TOKEN } from "../support/slack/api-proxy.ts";
import { BOT_TOKEN } from "../support/slack/slack-emulator.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";
import { folderOf } from "./agents/support/house.ts";

/*
 * An agent on Slack as people meet it: `earshot start` in processes of its own, the platform and the
 * model over real connections, and the command line to look at it all.
 */

const QUESTION = "Which region is the report for?";
const ANSWER = "the far north";
const REPORT = `The report for ${ANSWER} is done.`;
const GREETING = "Here I am.";

/** What it says last it says only where it has read the answer. */
const LIFE: readonly Turn[] = [
  { when: { prompt: ANSWER }, text: REPORT },
  {
    when: { prompt: "make the report", step: 0 },
    calls: [{ name: "ask_operator", args: { question: QUESTION } }],
  },
  { when: { prompt: "are you there?" }, text: GREETING },
  { when: { prompt: "take your time" }, fault: { kind: "silence" } },
];

interface Scene {
  readonly slack: SlackWorld;
  readonly model: ModelServer;
  start(): Promise<Running>;
  run(...args: readonly string[]): Promise<Finished>;
  sessions(): Promise<readonly Session[]>;
}

async function openScene(): Promise<Scene> {
  const slack = await createSlackWorld({ mode: "socket" });
  onTestFinished(() => slack.close());
  const model = await startModelServer(LIFE);
  onTestFinished(() => model.close());
  const cwd = folderOf({
    "agents/scout/agent.yaml": [
      `model: { url: "${model.url}/v1", name: scripted }`,
      "system: You make reports.",
      "channels: [{ channel: slack }]",
      "",
    ].join("\n"),
  });
  const data = join(cwd, "data");
  writeChannelSettings(data, {
    slack: { botToken: BOT_TOKEN, appToken: APP_TOKEN, apiUrl: slack.proxy.url },
  });

  async function run(...args: readonly string[]): Promise<Finished> {
    const command = spawnEarshot([...args, "--data", data], { cwd });
    command.child.stdin.end();
    const finished = await command.finished;
    expect(finished.code, finished.stderr).toBe(0);
    return finished;
  }

  return {
    slack,
    model,
    run,
    async start() {
      const greeted = slack.socket.greeted();
      const args = ["start", "--port", "0", "--no-console", "--data", data];
      const server = spawnEarshot(args, { cwd });
      await eventually(
        () => server.stdout().includes("It hosts scout") || undefined,
        server.stderr,
      );
      await eventually(() => slack.socket.greeted() > greeted || undefined, server.stderr);
      return server;
    },
    async sessions() {
      const { stdout } = await run("sessions", "list", "--json");
      return (JSON.parse(stdout) as { items: Session[] }).items;
    },
  };
}

/** Links the member's account and the chat, as an owner does. */
async function linkMember({ slack, run }: Scene): Promise<void> {
  const { stdout } = await run("link", "slack");
  await slack.say(`@Earshot link ${stdout.trim()}`, "member");
  await eventually(
    async () => (await run("links", "list")).stdout.includes("slack") || undefined,
    () => slack.log.join("\n"),
  );
  await run("links", "chat", "slack", slack.emulator.channel);
}

async function postWith({ slack }: Scene, text: string) {
  return await eventually(
    async () => (await slack.shown()).find((post) => post.raw.includes(text)),
    () => text,
  );
}

async function hasMark({ slack }: Scene, messageId: string, name: string): Promise<boolean> {
  const marks = await slack.channel.marks?.({ chatId: slack.emulator.channel, messageId });
  return marks?.some((mark) => mark.isOurs && mark.name === name) ?? false;
}

async function untilMarked(
  scene: Scene,
  messageId: string,
  { name, isOn = true }: { readonly name: string; readonly isOn?: boolean },
): Promise<void> {
  await eventually(
    async () => (await hasMark(scene, messageId, name)) === isOn || undefined,
    () => `${name} ${isOn ? "on" : "off"} ${messageId}`,
  );
}

async function kill({ child, finished }: Running): Promise<void> {
  child.kill("SIGKILL");
  await finished;
}

test("a reply given while its server is dead leads to one continuation, which reports", {
  timeout: 120_000,
}, async () => {
  const scene = await openScene();
  const { slack } = scene;
  const first = await scene.start();
  await linkMember(scene);

  await slack.say("@Earshot make the report", "member");
  const question = await postWith(scene, QUESTION);
  const mention = question.replyTo ?? "";
  await untilMarked(scene, question.id, { name: "speech_balloon" });
  await untilMarked(scene, mention, { name: "white_check_mark" });
  const [asked, ...none] = await scene.sessions();
  expect(none).toEqual([]);
  expect(asked).toMatchObject({ status: "paused", agentName: "scout" });
  const { stdout: before } = await scene.run("sessions");
  expect(before).toMatch(new RegExp(`^${asked?.id} +paused `));

  await kill(first);
  const { channel } = slack.emulator;
  const said = { channel, text: ANSWER, thread_ts: mention };
  const reply = await slack.emulator.call("chat.postMessage", said, "member");
  expect(textAt(reply, "ts")).toBeDefined();
  expect(await hasMark(scene, question.id, "speech_balloon")).toBe(true);

  const second = await scene.start();
  const report = await postWith(scene, REPORT);
  expect(report.replyTo).toBe(mention);
  await untilMarked(scene, question.id, { name: "speech_balloon", isOn: false });
  const sessions = await eventually(async () => {
    const found = await scene.sessions();
    return found[0]?.status === "completed" ? found : undefined;
  });
  expect(sessions).toMatchObject([
    { cause: "continuation", continues: asked?.id },
    { id: asked?.id, status: "paused" },
  ]);
  const { stdout: after } = await scene.run("sessions");
  expect(after).toContain(`continues ${asked?.id}`);

  await kill(second);
  await scene.start();
  // What a start makes up for is made up for before this is through.
  await slack.say("@Earshot are you there?", "member");
  await postWith(scene, GREETING);
  const last = await scene.sessions();
  expect(last.map(({ id }) => id).slice(1)).toEqual(sessions.map(({ id }) => id));
  expect(last.filter(({ continues }) => continues === asked?.id)).toHaveLength(1);
  const shown = await slack.shown();
  expect(shown.filter(({ raw }) => raw.includes(REPORT))).toHaveLength(1);
  expect(shown.filter(({ raw }) => raw.includes(QUESTION))).toHaveLength(1);
  expect(await hasMark(scene, question.id, "speech_balloon")).toBe(false);
  expect(scene.model.heard).toHaveLength(3);
});

test("an agent that is halted stops within a second", {
  timeout: 120_000,
  retry: 2,
}, async () => {
  const { model, run, start } = await openScene();
  await start();
  await run("sessions", "start", "scout", "take your time");
  await model.arrived(1);
  const stopped = model.hungUp(1).then(() => Date.now());
  const { stdout } = await run("agents", "halt", "scout", "--json");
  const { haltedAt } = JSON.parse(stdout) as { haltedAt: string };
  expect((await stopped) - Date.parse(haltedAt)).toBeLessThan(1_000);
});
