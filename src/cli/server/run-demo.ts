import { setTimeout as pause } from "node:timers/promises";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { answerText } from "../../domain/requests/question.ts";
import type { QuestionRequest, Shown } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { connect } from "../terminal/connect.ts";
import type { Child, Children } from "./children.ts";
import { operate, type Person } from "./operator.ts";
import type { Stage } from "./stage.ts";

export interface DemoOptions {
  /** An empty folder that nobody else uses. */
  readonly folder: string;
  readonly children: Children;
  readonly stage: Stage;
  readonly signal: AbortSignal;
  /** If absent, a simulated operator answers everything. */
  readonly person: Person | undefined;
}

interface Scene extends DemoOptions {
  readonly operator: Earshot;
}

const POLL_MS = 50;
const NO_ENVIRONMENT = { url: undefined, key: undefined, noColor: true, forceColor: false };

/** Plays the whole loop with real processes; throws if anything differs from what it tells. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { stage, folder } = options;
  stage.scene("A server on a folder of its own");
  const server = await startServer(options);
  const operator = connect({ dataFolder: folder, environment: NO_ENVIRONMENT, as: "operator" });
  const scene = { ...options, operator };

  stage.scene("An agent asks, and waits");
  const agent = ask(scene, "Which pattern first: A, B or C?");
  const request = await nextOpen(scene);
  await stage.beat();

  stage.scene("The server is killed, and started again");
  await loseServer(scene, { server, request });

  stage.scene("A person answers");
  await answerAndHear(scene, { agent, request, words: "B" });

  stage.scene("A question with options");
  const next = ask(scene, "Where shall I deploy?", ["staging", "production"]);
  await answerAndHear(scene, { agent: next, request: await nextOpen(scene), words: "1" });

  stage.scene("A second answer comes too late");
  await answerLate(scene, request);

  stage.scene("The log proves it");
  await verify(scene);
}

async function startServer({ children, stage, folder }: DemoOptions): Promise<Child> {
  stage.command("npx earshot start");
  const server = children.run([
    "start",
    "--no-console",
    "--no-policy",
    "--port",
    "0",
    "--data",
    folder,
  ]);
  stage.said(await server.firstLine);
  await stage.beat();
  return server;
}

/** An agent in a shell: the command blocks until its question is answered. */
function ask(
  { children, stage, folder }: Scene,
  text: string,
  options: readonly string[] = [],
): Child {
  const flags = options.flatMap((label) => ["--option", label]);
  stage.command(["npx earshot ask", JSON.stringify(text), ...flags].join(" "));
  return children.run(["ask", text, ...flags, "--data", folder], (line) => stage.said(line));
}

async function nextOpen({ operator, signal }: Scene): Promise<Shown<QuestionRequest>> {
  for (;;) {
    const [request] = (await operator.list({ status: "open" })).items;
    if (request?.kind === "question") return request;
    await pause(POLL_MS, undefined, { signal });
  }
}

async function loseServer(
  scene: Scene,
  { server, request }: { server: Child; request: Shown<QuestionRequest> },
): Promise<void> {
  const { stage, operator } = scene;
  stage.command(`kill -9 ${server.pid}`);
  await server.kill();
  await stage.beat();
  await startServer(scene);
  const { request: kept } = await operator.show({ id: request.id });
  expect(kept.status === "open", `${kept.id} is ${kept.status}.`);
  stage.remark("the question is still open, and the agent still waits");
  await stage.beat();
}

interface Act {
  readonly agent: Child;
  readonly request: Shown<QuestionRequest>;
  /** What the simulated operator says. */
  readonly words: string;
}

/** The agent's command ends with exactly the answer. */
async function answerAndHear(scene: Scene, { agent, request, words }: Act): Promise<void> {
  const { stage, operator, signal } = scene;
  await stage.beat();
  const answer = await operate(scene, request.question, words);
  await operator.answer({ id: request.id, answer }, { via: "console" });
  const { code, stdout } = await unlessAborted(agent.finished, signal);
  const text = answerText(answer);
  expect(code === 0 && stdout === `${text}\n`, `ask ended with ${code} and printed ${stdout}.`);
  stage.remark(`ask printed ${JSON.stringify(text)} and ended with exit code 0`);
  await stage.beat();
}

async function answerLate(
  { operator, stage, folder }: Scene,
  { id, conversation }: Shown<QuestionRequest>,
): Promise<void> {
  const { secret: invitation } = await operator.createKey({ kind: "person", name: "ana" });
  const { secret } = await operator.acceptInvitation({ invitation });
  const environment = { ...NO_ENVIRONMENT, key: secret };
  const ana = connect({ dataFolder: folder, environment, as: "operator" });
  stage.command(`npx earshot answer ${id} "C, please"    # as ana`);
  const refusal = await ana.answer({ id, answer: { text: "C, please" } }).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(isEarshotError(refusal, "REQUEST_CLOSED"), "A second answer was taken.");
  stage.said(refusal.message);
  const { entries } = await operator.showConversation({ id: conversation });
  const isKept = entries.items.some((entry) => "lateAnswerTo" in entry);
  expect(isKept, "The late answer is lost.");
  stage.remark("refused, with the name of who was faster; the words are kept in the conversation");
  await stage.beat();
}

async function verify({ children, stage, folder, signal }: Scene): Promise<void> {
  stage.command("npx earshot audit verify");
  const { code, stdout } = await unlessAborted(
    children.run(["audit", "verify", "--data", folder]).finished,
    signal,
  );
  stage.said(stdout.trimEnd());
  expect(code === 0, "The log does not hold.");
  stage.remark(
    "question and answers are links of a chain: an edit shows, and signed heads kept elsewhere show a log that was made again",
  );
}

function expect(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new EarshotError("INTERNAL", `The demo went wrong: ${otherwise}`);
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
