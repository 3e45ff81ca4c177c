import { existsSync } from "node:fs";
import { destination, type Logger, pino } from "pino";
import { createPush } from "../channels/push/create-push.ts";
import { createOutbound } from "../channels/webhook/create-outbound.ts";
import { asAgent } from "../core/as-agent.ts";
import type { Context, Limits } from "../core/call/context.ts";
import { settleLostHeads } from "../core/log/lost-heads.ts";
import { beginTime } from "../core/upkeep/clock.ts";
import { isEarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import type { HostedAgent } from "../host/agents/hosted-agent.ts";
import { bindOf } from "../http/bind.ts";
import { createMind, type MindOptions } from "../liaison/create-mind.ts";
import type { Outbound } from "../ports/channels/outbound.ts";
import type { Push } from "../ports/channels/push.ts";
import type { LiaisonMind } from "../ports/model/liaison-turns.ts";
import type { Model } from "../ports/model/model.ts";
import type { GraphStore } from "../ports/store/graph-store.ts";
import { readChannelSettings } from "../system/channel-settings.ts";
import { takeDataFolder } from "../system/data-folder.ts";
import { assertInPlace, noteFolder, notePlace } from "../system/folder-place.ts";
import { createRedactedLines } from "../system/log-redaction.ts";
import { checkOAuth, type OAuthSettings } from "../system/oauth/settings.ts";
import { checkPublicUrl, isLoopbackUrl } from "../system/public-url.ts";
import { checkSchema } from "../system/schema-check.ts";
import { openContext } from "./context.ts";
import { foundRecord, preparePolicy, restoreKeyFiles } from "./found-workspace.ts";
import { encoderAt } from "./load-encoder.ts";
import { loadUnderstanding } from "./load-understanding.ts";
import { type LiveOutlets, openOutlets, type PagePlace, secretsIn } from "./outlets.ts";
import { serve } from "./serve.ts";
import type { LiaisonOptions, RunningServer, ServerOptions, StartStep } from "./server.ts";

/** What `start-server.ts` loads and says of it. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { publicUrl: given } = options;
  const publicUrl = given === undefined ? undefined : checkPublicUrl(given);
  const oauth = checkOAuth(options.oauth ?? {}, publicUrl);
  const checked = { ...options, publicUrl };
  // Checked before anything is made.
  bindOf(checked);
  const opened = new AsyncDisposableStack();
  try {
    return await startOn(opened, checked, oauth);
  } catch (error) {
    // The caller has to learn why it did not start, even if closing fails too.
    await opened.disposeAsync().catch(() => {});
    throw error;
  }
}

/** For the push services that want to reach whoever sends: without a public address, who makes it. */
const CONTACT = "https://www.npmjs.com/package/earshot";

function outboundOf({ notifyHosts: hosts = [] }: ServerOptions): Outbound {
  return createOutbound({ hosts, now: Date.now });
}

function pushOf({ pushHosts: hosts = [], publicUrl }: ServerOptions): Push {
  return createPush({ hosts, contact: publicUrl ?? CONTACT, now: Date.now });
}

function limitsOf({ maxHoldMs, maxOpen, sessionLeaseMs }: ServerOptions): Partial<Limits> {
  return { ...present({ maxHoldMs, maxOpen }), sessionLeaseMs };
}

/**
 * Puts everything it opens on the stack, in order. A stop closes it from the newest to the oldest, and
 * so does a start that fails or is told to end.
 */
async function startOn(
  opened: AsyncDisposableStack,
  options: ServerOptions,
  oauth: OAuthSettings | undefined,
): Promise<RunningServer> {
  const { signal } = options;
  const passed = async (step: StartStep) => {
    await options.onStartStep?.(step);
    signal?.throwIfAborted();
  };
  const folder = takeDataFolder(options.dataFolder);
  opened.defer(async () => folder.release());
  const isOwn = options.postgres === undefined;
  if (isOwn && options.isMoved !== true) assertInPlace(folder.paths);
  const hadKeys = !isOwn || existsSync(folder.paths.signingKeys);
  await passed("folder");
  const lines = destination({ dest: folder.paths.log, mode: 0o600, sync: true });
  // A line is lost if the disk is full. Without a listener its error would be thrown at the code that
  // wrote the line and end what it does: a stop, or the end of a process that must not go on.
  lines.on("error", () => {});
  const redacted = createRedactedLines(lines);
  const log = pino({ base: { pid: process.pid } }, redacted);
  const { publicUrl } = options;
  const place: PagePlace = { base: publicUrl, isPublic: isPublic(publicUrl) };
  const { root } = folder.paths;
  const addSecret = redacted.addKnown;
  const live =
    options.isDeaf === true ? undefined : await openLive({ root, addSecret, log, place });
  await passed("outlets");
  const open = await openContext(opened, {
    outlets: live?.outlets,
    outbound: outboundOf(options),
    push: pushOf(options),
    language: options.language,
    liaison: await liaisonOf(options, log),
    graphMirror: await graphMirrorOf(options),
    paths: folder.paths,
    log,
    addSecret,
    anchor: options.anchor,
    postgres: options.postgres,
    limits: limitsOf(options),
    longestPauseMs: options.longestPauseMs,
    onUpgrade(text) {
      log.info({ upgrade: text }, "the record is brought up to date");
      options.onUpgrade?.(text);
    },
    onCommitPoint: options.onCommitPoint,
    signal,
  });
  if (isOwn) notePlace(folder.paths);
  else noteFolder(folder.paths);
  await passed("store");
  await beginTime(open.ctx);
  const putOff = createPutOff(log);
  // First, so that nothing read before it is remembered.
  const settled = await settleLostHeads(open.ctx).catch((cause: Error) => [
    `What was sealed of the log could not be read: ${cause.message}.`,
  ]);
  await foundRecord(open.ctx, root);
  await putOff.now(async () => {
    for (const name of options.agentNames ?? []) await asAgent(open.ctx, name);
  });
  await passed("keys");
  await putOff.now(() => preparePolicy(open.ctx, options));
  const restores = options.makeKeys ?? isOwn;
  const noOperatorKey = await putOff.now(() => restoreKeyFiles(open.ctx, { root, restores }));
  await passed("policy");
  const lost = [...(hadKeys ? [] : await lostKeys(open.ctx, folder.paths.signingKeys)), ...settled];
  for (const fault of lost) log.error({ fault }, "the log does not hold what was sealed");
  // One that nobody knew before cannot be made known then: the next start runs it.
  const agents = (await putOff.now(() => hostedBy(open.ctx, options, log))) ?? [];
  const { onRight } = putOff;
  const channels = present({
    live: live === undefined ? undefined : { ...live, dataFolder: root, addSecret },
  });
  const parts = { opened, passed, open, folder, log, oauth, options, place, agents, onRight };
  const served = await serve({ ...parts, ...channels });
  return { ...served, lostHeads: lost, noOperatorKey };
}

function isPublic(url: string | undefined): boolean {
  return url !== undefined && !isLoopbackUrl(new URL(url));
}

interface LiveOptions {
  readonly root: string;
  readonly addSecret: (secret: string) => void;
  readonly log: Logger;
  readonly place: PagePlace;
}

async function openLive({ root, addSecret, log, place }: LiveOptions): Promise<LiveOutlets> {
  const settings = readChannelSettings(root);
  for (const secret of secretsIn(settings)) addSecret(secret);
  return await openOutlets(settings, { dataFolder: root, log, place });
}

/**
 * Steps of a start that write. While a jump of the clock waits for a person they are refused, and are
 * made up for once it waits no more, in their order.
 */
function createPutOff(log: Logger) {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    async now<T>(step: () => Promise<T>): Promise<T | undefined> {
      try {
        return await step();
      } catch (error) {
        if (!isEarshotError(error, "CLOCK_JUMPED")) throw error;
        steps.push(step);
        return undefined;
      }
    },
    async onRight(): Promise<void> {
      for (const step of steps.splice(0)) {
        await step().catch((error: unknown) =>
          log.error({ err: error }, "a step of the start was put off, and has failed; start again"),
        );
      }
    },
  };
}

/** The keys of a record that was signed before are gone, and the start has made others. */
async function lostKeys({ store }: Context, path: string): Promise<readonly string[]> {
  const sealed = await Promise.all(
    (await store.listWorkspaces()).map((workspace) => store.lastCheckpoint(workspace)),
  );
  if (sealed.every((checkpoint) => checkpoint === undefined)) return [];
  return [
    `The signing keys of this record are not in the folder, and new ones are made: what the former have signed or sealed cannot be proved with them. If you have ${path} of the former folder, stop, put it there and start again.`,
  ];
}

/** How long the liaison's model may be silent: its later reading may correct a reply that did not wait for it. */
const LIAISON_MODEL_MS = 60_000;

/** The liaison of a server. It loads a model only with its first conversation. */
async function liaisonOf(
  { liaison = {}, understanding }: ServerOptions,
  log: Logger,
): Promise<LiaisonMind> {
  const { model, encoder, encoderKey, threshold, timeoutMs } = liaison;
  const onFault = (error: unknown) =>
    log.warn(
      { err: error },
      "what reads people's words could not be asked; the embedded engine stood in",
    );
  return createMind({
    ...present({
      model: model === undefined ? undefined : () => loadModel(model),
      encoder: encoder === undefined ? undefined : encoderAt(encoder, encoderKey),
    }),
    ...(await pluggedIn(understanding)),
    totalMs: timeoutMs,
    policy: threshold === undefined ? {} : { threshold },
    onFault,
    onEncoderFault: (error) =>
      log.warn(
        { err: error },
        "the liaison's encoder fails; words alone tell the kind of a task until it answers",
      ),
  });
}

/** Loads a graph database if one is named. Throws if its driver is not installed. */
async function graphMirrorOf({ neo4j }: ServerOptions): Promise<GraphStore | undefined> {
  if (neo4j === undefined) return undefined;
  const { openGraph } = await import("../graph/open-graph.ts");
  return await openGraph(neo4j);
}

async function loadModel(address: NonNullable<LiaisonOptions["model"]>): Promise<Model> {
  const { createModel } = await import("../model/create-model.ts");
  return createModel({ ...address, checkSchema, timeoutMs: LIAISON_MODEL_MS });
}

/** What `understanding` names. Throws if it is a module that cannot be loaded: a start must not hide that. */
async function pluggedIn(
  understanding: ServerOptions["understanding"],
): Promise<Pick<MindOptions, "plugIn" | "service">> {
  if (understanding === undefined) return {};
  if (typeof understanding === "object") return { plugIn: async () => understanding };
  if (/^https?:\/\//.test(understanding)) {
    return {
      service: async () => {
        const { createReadingService } = await import("../model/reading-service.ts");
        const timeoutMs = LIAISON_MODEL_MS;
        return createReadingService({ url: understanding, checkSchema, timeoutMs });
      },
    };
  }
  const plugIn = await loadUnderstanding(understanding);
  return { plugIn: async () => plugIn };
}

async function hostedBy(
  ctx: Context,
  { agents = [] }: ServerOptions,
  log: Logger,
): Promise<readonly HostedAgent[]> {
  if (agents.length === 0) return [];
  // Loaded late, so that a server without agents does not wait for a model.
  const { agentsInProcess } = await import("./agents.ts");
  return await agentsInProcess(ctx, agents, (text, about) =>
    log.info({ ...about, text: text.slice(0, 2_000) }, "an agent has a note for people"),
  );
}
