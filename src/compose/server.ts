import type { OnHubPoint } from "../core/hub/dispatch/hub-point.ts";
import type { Neo4jOptions } from "../graph/cypher-server.ts";
import type { AgentDefinition } from "../host/agents/read-agent.ts";
import type { McpExtension } from "../mcp/extension.ts";
import type { McpOptions } from "../mcp/options.ts";
import type { ModelAddress } from "../model/target.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { ClockState } from "../ports/earshot/status.ts";
import type { UnderstandingPlugIn } from "../ports/model/understanding.ts";
import type { BackupPlan } from "../ports/store/backups.ts";
import type { CommitPoint } from "../ports/store/store.ts";
import type { AnchorPlan } from "../ports/system/anchor-places.ts";
import type { OAuthOptions } from "../system/oauth/settings.ts";
import type { PostgresOptions } from "../system/postgres-url.ts";
import type { NoOperatorKey, PolicyChoice } from "./found-workspace.ts";

export interface ServerOptions extends PolicyChoice {
  /** Where everything is kept. It is created if it does not exist. */
  readonly dataFolder: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** An address of this machine, or 0.0.0.0; the loopback address alone if absent. */
  readonly listen?: string | undefined;
  /** Names by which clients may call it besides those of the loopback address. */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Hosts, or hosts with ports, that agents may have called when a request closes, though they are
   * private or have no TLS; only https addresses on the public internet if absent.
   */
  readonly notifyHosts?: readonly string[] | undefined;
  /** What people read who have chosen no language, such as `de`; English if absent. */
  readonly language?: string | undefined;
  /** The same for the push services of people's browsers. */
  readonly pushHosts?: readonly string[] | undefined;
  /**
   * Origins of applications whose pages may show their users what they are asked, such as
   * `https://shop.example.com`; no page may if absent.
   */
  readonly embedOrigins?: readonly string[] | undefined;
  /** The database that the nodes of a deployment share; a file in the data folder if absent. */
  readonly postgres?: PostgresOptions;
  /**
   * Makes keys for a folder without any, even if others have created the record. If absent, keys are
   * made for a file but not over a database, where every short-lived folder would leave keys behind.
   */
  readonly makeKeys?: boolean | undefined;
  /** The longest that one call may wait; `DEFAULT_MAX_HOLD_MS` if absent. */
  readonly maxHoldMs?: number;
  /** How many requests of one agent may be open; `DEFAULT_MAX_OPEN` if absent. */
  readonly maxOpen?: number;
  /**
   * How long the record may have rested before a start without a person accepting the time;
   * `LONGEST_PAUSE_MS` if absent.
   */
  readonly longestPauseMs?: number | undefined;
  /** How long a host may be silent before another takes its sessions up; `DEFAULT_SESSION_LEASE_MS` if absent. */
  readonly sessionLeaseMs?: number;
  /** Where browsers and clients reach it through a proxy: scheme, host and port. */
  readonly publicUrl?: string | undefined;
  /** Takes tokens of an authorization server beside its own keys; none if absent. */
  readonly oauth?: OAuthOptions;
  /** How many tools one principal may call in a minute; `DEFAULT_CALLS_PER_MINUTE` if absent. */
  readonly toolCallsPerMinute?: number;
  /** How calls over MCP are held, and for how long. */
  readonly mcp?: Pick<McpOptions, "continueRounds" | "intervalMs" | "stateTtlMs">;
  /**
   * What MCP clients are served in addition, for the conformance suite of the protocol.
   * @internal Its types are those of a package that users of Earshot do not install.
   */
  readonly mcpExtension?: McpExtension;
  /** The file that checkpoints of the log are appended to; one in the data folder if absent. */
  readonly anchor?: string;
  /** Agents whose sessions it runs; none if absent. */
  readonly agents?: readonly AgentDefinition[];
  /** Agents that it makes known without running them. */
  readonly agentNames?: readonly string[];
  /** Opens no channel, so that nothing is heard and nothing is brought. */
  readonly isDeaf?: boolean;
  /**
   * Reads people's words in place of the embedded engine, which stands in for it: an object, the path of a
   * module that exports its functions, or the address of a service.
   */
  readonly understanding?: UnderstandingPlugIn | string | undefined;
  /** How the liaison reads people's words, and when a task begins. */
  readonly liaison?: LiaisonOptions;
  /** A graph database that is kept equal to the graph of the store. */
  readonly neo4j?: Neo4jOptions;
  /** Backups that it takes by itself; none if absent. */
  readonly backups?: BackupPlan | undefined;
  /** Where it writes its anchor by itself beside that file; nowhere if absent. */
  readonly anchoring?: AnchorPlan | undefined;
  /** The folder was moved and no copy of it is in use, so a record that lies elsewhere is served. */
  readonly isMoved?: boolean | undefined;
  /** A client starts it because no server runs. It gives way to a server that a person starts. */
  readonly isStandIn?: boolean;
  /** Ends a start that is under way: the start rejects with the reason and leaves nothing open. */
  readonly signal?: AbortSignal;
  /** Tells people how far the record of an earlier version has been brought up to date. */
  readonly onUpgrade?: (text: string) => void;
  /** For tests that interrupt a start at each step. */
  readonly onStartStep?: (step: StartStep) => void | Promise<void>;
  /** For tests that end the process at the worst moment. */
  readonly onCommitPoint?: (point: CommitPoint) => void;
  /** Like `onCommitPoint`, for what the hub does. */
  readonly onHubPoint?: OnHubPoint;
}

/** The steps of a start, in order. */
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
  /** A model that reads people's words; the embedded engine reads them if absent. */
  readonly model?: ModelAddress;
  /**
   * Helps to tell the kind of a task: the address of a server for embeddings with the name of its model
   * (`http://127.0.0.1:11434/v1#bge-m3`), or a folder with a model for `@huggingface/transformers`, which
   * then has to be installed. None if absent.
   */
  readonly encoder?: string;
  readonly encoderKey?: string;
  /** A task begins from this confidence on; 0.8 if absent. */
  readonly threshold?: number;
  /** The embedded engine replies if reading takes longer, in milliseconds; 20,000 if absent. */
  readonly timeoutMs?: number;
}

/** A server of one data folder. */
export interface RunningServer {
  readonly url: string;
  /** Where its record is, for people. It holds no password. */
  readonly store: string;
  /**
   * Where the inbox is opened: at the public URL, or else on this machine by a host name, since
   * passkeys are bound to one. Undefined where its page has not been built.
   */
  readonly inbox: string | undefined;
  /** Says that a log lacks what was last sealed of it. The server serves all the same. */
  readonly lostHeads: readonly string[];
  /** How its time stands to the clock of the system. It serves all the same. */
  clock(): Promise<ClockState>;
  /** Why the folder has no operator's key; undefined if it has one. */
  readonly noOperatorKey: NoOperatorKey | undefined;
  /** Earshot in process as the holder of a key; undefined for an unknown or revoked one. */
  signIn(secret: string): Promise<Earshot | undefined>;
  /** Ends waits with `pending`, lets calls finish, closes the store. */
  stop(): Promise<void>;
  /** Resolves when the server has stopped, whoever stopped it. */
  readonly stopped: Promise<void>;
}
