import { destination, type Logger, pino } from "pino";
import { asAgent } from "../core/as-agent.ts";
import type { Context, Limits } from "../core/call/context.ts";
import type { OnHubPoint } from "../core/hub/dispatch/hub-point.ts";
import { lostHeads } from "../core/log/lost-heads.ts";
import { present } from "../domain/present.ts";
import type { Neo4jOptions } from "../graph/cypher-server.ts";
import type { HostedAgent } from "../host/agents/hosted-agent.ts";
import type { AgentDefinition } from "../host/agents/read-agent.ts";
import { bindOf } from "../http/bind.ts";
import { createMind } from "../liaison/create-mind.ts";
import type { McpExtension } from "../mcp/extension.ts";
import type { McpOptions } from "../mcp/options.ts";
import type { ModelAddress } from "../model/target.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { LiaisonMind } from "../ports/model/liaison-turns.ts";
import type { Model } from "../ports/model/model.ts";
import type { BackupPlan } from "../ports/store/backups.ts";
import type { GraphStore } from "../ports/store/graph-store.ts";
import type { CommitPoint } from "../ports/store/store.ts";
import { readChannelSettings } from "../system/channel-settings.ts";
import { takeDataFolder } from "../system/data-folder.ts";
import { createRedactedLines } from "../system/log-redaction.ts";
import { checkOAuth, type OAuthOptions, type OAuthSettings } from "../system/oauth/settings.ts";
import type { PostgresOptions } from "../system/postgres-url.ts";
import { checkPublicUrl } from "../system/public-url.ts";
import { checkSchema } from "../system/schema-check.ts";
import { openOutlets, type PagePlace, secretsIn } from "./channels.ts";
import { serve } from "./compose-serve.ts";
import { openContext } from "./context.ts";
import {
  foundRecord,
  type NoOperatorKey,
  type PolicyChoice,
  preparePolicy,
  restoreKeyFiles,
} from "./found-workspace.ts";

export interface ServerOptions extends PolicyChoice {
  /** Where everything is kept; made where it is not there. */
  readonly dataFolder: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** An address of this machine, or 0.0.0.0; the loopback address alone where absent. */
  readonly listen?: string | undefined;
  /** Names by which clients may call it besides those of the loopback address. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The database that the nodes of a deployment share; a file in the data folder where absent. */
  readonly postgres?: PostgresOptions;
  /**
   * Whether the keys of a folder that has none are made, also where others have founded the record.
   * Where absent, not over a database: each folder that comes and goes would leave keys behind.
   */
  readonly makeKeys?: boolean | undefined;
  /** The longest that one call may wait; 55,000 where absent. */
  readonly maxHoldMs?: number;
  /** How many requests of one agent may be open; 1,000 where absent. */
  readonly maxOpen?: number;
  /** How long a host may be silent before another takes its sessions up; 30,000 where absent. */
  readonly sessionLeaseMs?: number;
  /** Where browsers and clients reach it through a proxy: scheme, host and port. */
  readonly publicUrl?: string | undefined;
  /** Takes tokens of an authorization server beside its own keys; none where it says nothing. */
  readonly oauth?: OAuthOptions;
  /** How many tools one principal may call in a minute; 600 where absent. */
  readonly toolCallsPerMinute?: number;
  /** How long and how calls over MCP are held. */
  readonly mcp?: Pick<McpOptions, "continueRounds" | "intervalMs" | "stateTtlMs">;
  /**
   * What MCP clients are served besides, for the conformance suite of the protocol.
   * @internal Its types are those of a package that users of Earshot do not install.
   */
  readonly mcpExtension?: McpExtension;
  /** The file that checkpoints of the log are appended to; one in the data folder where absent. */
  readonly anchor?: string;
  /** Agents whose sessions it runs; none where absent. */
  readonly agents?: readonly AgentDefinition[];
  /** Agents that are made known though it runs none of them. */
  readonly agentNames?: readonly string[];
  /** It opens no channel: nothing is heard, and nothing is brought. */
  readonly isDeaf?: boolean;
  /** How the liaison reads people's words, and from when on a task begins. */
  readonly liaison?: LiaisonOptions;
  /** A graph database that is kept as the store's graph is. */
  readonly neo4j?: Neo4jOptions;
  /** It takes backups by itself; none where absent. */
  readonly backups?: BackupPlan | undefined;
  /** A client starts it, since none runs: it gives way to one that somebody starts. */
  readonly isStandIn?: boolean;
  /** Ends a start that is still under way: it rejects with the reason, and nothing stays open. */
  readonly signal?: AbortSignal;
  /** For tests that break a start off at each step. */
  readonly onStartStep?: (step: StartStep) => void | Promise<void>;
  /** For tests that end the process at the worst moment. */
  readonly onCommitPoint?: (point: CommitPoint) => void;
  /** As `onCommitPoint`, of what the hub does. */
  readonly onHubPoint?: OnHubPoint;
}

/** What a start has passed, in this order. */
export const START_STEPS = [
  "folder",
  "outlets",
  "store",
  "keys",
  "policy",
  "following",
  "jobs",
  "doors",
  "channels",
  "agents",
  "announced",
] as const;
export type StartStep = (typeof START_STEPS)[number];

export interface LiaisonOptions {
  /** A model that reads people's words; the embedded engine does where absent. */
  readonly model?: ModelAddress;
  /** From this confidence on a task begins; 0.8 where absent. */
  readonly threshold?: number;
}

/** A server of one data folder. */
export interface RunningServer {
  readonly url: string;
  /** Where its record is, for people; holds no password. */
  readonly store: string;
  /**
   * Where the inbox is opened: at the public URL, or else on this machine by a host name, since
   * passkeys are bound to one. Undefined where its page has not been built.
   */
  readonly inbox: string | undefined;
  /** Where a log does not hold what was sealed of it last, in words; it serves all the same. */
  readonly lostHeads: readonly string[];
  /** Why the folder has no operator's key; undefined where it has one. */
  readonly noOperatorKey: NoOperatorKey | undefined;
  /** Earshot in process as the holder of a key; undefined for an unknown or revoked one. */
  signIn(secret: string): Promise<Earshot | undefined>;
  /** Ends waits with `pending`, lets calls finish, closes the store. */
  stop(): Promise<void>;
  /** Resolves when the server has stopped, by whosever wish. */
  readonly stopped: Promise<void>;
}

/** Starts Earshot: alone over a file of its data folder, or as a node over PostgreSQL. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { publicUrl: given } = options;
  const publicUrl = given === undefined ? undefined : checkPublicUrl(given);
  const oauth = checkOAuth(options.oauth ?? {}, publicUrl);
  const checked = { ...options, publicUrl };
  // Refused before anything is made.
  bindOf(checked);
  const opened = new AsyncDisposableStack();
  try {
    return await startOn(opened, checked, oauth);
  } catch (error) {
    // Why it did not start is to be told, whatever could not be closed then.
    await opened.disposeAsync().catch(() => {});
    throw error;
  }
}

function limitsOf({ maxHoldMs, maxOpen, sessionLeaseMs }: ServerOptions): Partial<Limits> {
  return { ...present({ maxHoldMs, maxOpen }), sessionLeaseMs };
}

/**
 * Puts all that it opens on the stack, in this order: a stop, and a start that fails or is told to end,
 * close it from the newest to the oldest.
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
  await passed("folder");
  const lines = destination({ dest: folder.paths.log, mode: 0o600, sync: true });
  // A line that finds no room on a full disk is lost; unheard, its error would be thrown at whoever
  // wrote the line and end what they are doing: a stop, or the end of a process that must not go on.
  lines.on("error", () => {});
  const redacted = createRedactedLines(lines);
  const log = pino({ base: { pid: process.pid } }, redacted);
  const settings = options.isDeaf === true ? {} : readChannelSettings(folder.paths.root);
  for (const secret of secretsIn(settings)) redacted.addKnown(secret);
  const place: PagePlace = { base: options.publicUrl };
  const outlets = await openOutlets({ settings, dataFolder: folder.paths.root, log, place });
  await passed("outlets");
  const open = await openContext(opened, {
    outlets,
    liaison: liaisonOf(options, log),
    graphMirror: await graphMirrorOf(options),
    paths: folder.paths,
    log,
    addSecret: redacted.addKnown,
    anchor: options.anchor,
    postgres: options.postgres,
    limits: limitsOf(options),
    onCommitPoint: options.onCommitPoint,
    signal,
  });
  await passed("store");
  const { root } = folder.paths;
  await foundRecord(open.ctx, root);
  for (const name of options.agentNames ?? []) await asAgent(open.ctx, name);
  await passed("keys");
  await preparePolicy(open.ctx, options);
  const restores = options.makeKeys ?? options.postgres === undefined;
  const noOperatorKey = await restoreKeyFiles(open.ctx, { root, restores });
  await passed("policy");
  const lost = await lostHeads(open.ctx).catch((cause: Error) => [
    `What was sealed of the log could not be read: ${cause.message}.`,
  ]);
  for (const fault of lost) log.error({ fault }, "the log does not hold what was sealed");
  const agents = await hostedBy(open.ctx, options, log);
  const served = await serve({ opened, passed, open, folder, log, oauth, options, place, agents });
  return { ...served, lostHeads: lost, noOperatorKey };
}

/** A person waits for the reply: a model that is silent for longer has the embedded engine stand in. */
const LIAISON_MODEL_MS = 25_000;

/** The liaison of a server; a model is loaded with its first conversation, and not before. */
function liaisonOf({ liaison = {} }: ServerOptions, log: Logger): LiaisonMind {
  const { model, threshold } = liaison;
  const onFault = (error: unknown) =>
    log.warn(
      { err: error },
      "the liaison's model could not be asked; the embedded engine stood in",
    );
  return createMind({
    ...present({ model: model === undefined ? undefined : () => loadModel(model) }),
    policy: threshold === undefined ? {} : { threshold },
    onFault,
  });
}

/** Loaded where one is named; throws where its driver is not installed. */
async function graphMirrorOf({ neo4j }: ServerOptions): Promise<GraphStore | undefined> {
  if (neo4j === undefined) return undefined;
  const { openGraph } = await import("../graph/open-graph.ts");
  return await openGraph(neo4j);
}

async function loadModel(address: NonNullable<LiaisonOptions["model"]>): Promise<Model> {
  const { createModel } = await import("../model/create-model.ts");
  return createModel({ ...address, checkSchema, timeoutMs: LIAISON_MODEL_MS });
}

async function hostedBy(
  ctx: Context,
  { agents = [] }: ServerOptions,
  log: Logger,
): Promise<readonly HostedAgent[]> {
  if (agents.length === 0) return [];
  // Loaded late: a server without agents has to wait for no model.
  const { agentsInProcess } = await import("./agents.ts");
  return await agentsInProcess(ctx, agents, (text, about) =>
    log.info({ ...about, text: text.slice(0, 2_000) }, "an agent has a note for people"),
  );
}
