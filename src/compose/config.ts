import { homePath } from "../system/paths/home-path.ts";

/** The one place that reads the environment. */
export interface Environment {
  /** The data folder, and where a person's home server has its own. */
  readonly data?: string | undefined;
  readonly stateHome?: string | undefined;
  readonly localAppData?: string | undefined;
  /** Address of the server, or several, separated by commas. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  /** Address, name and key of a model. None has a default. */
  /** Of the agent that a host runs. */
  readonly agentKey?: string | undefined;
  readonly modelUrl?: string | undefined;
  readonly modelName?: string | undefined;
  readonly modelKey?: string | undefined;
  /** Of the liaison: a model that reads people's words, and from which confidence on a task begins. */
  readonly liaisonModelUrl?: string | undefined;
  readonly liaisonModel?: string | undefined;
  readonly liaisonModelKey?: string | undefined;
  readonly liaisonModelApi?: string | undefined;
  readonly liaisonThreshold?: string | undefined;
  /** A module or an address that reads people's words, and how long a reading may take. */
  readonly liaisonUnderstanding?: string | undefined;
  readonly liaisonTimeout?: string | undefined;
  /** What tells the liaison which texts mean the like, and the key of its server. */
  readonly liaisonEncoder?: string | undefined;
  readonly liaisonEncoderKey?: string | undefined;
  /** A graph database that is kept beside the store, and who signs in there. */
  readonly neo4jUrl?: string | undefined;
  readonly neo4jUser?: string | undefined;
  readonly neo4jPassword?: string | undefined;
  readonly neo4jDatabase?: string | undefined;
  /** The authorization server whose tokens a server takes, and where that server is found. */
  readonly oauthIssuer?: string | undefined;
  readonly oauthAudience?: string | undefined;
  readonly publicUrl?: string | undefined;
  /** Where a server listens, and the names by which it may be called, separated by commas. */
  readonly listen?: string | undefined;
  readonly allowedHosts?: string | undefined;
  /** Private hosts that agents may have called, separated by commas. */
  readonly notifyHosts?: string | undefined;
  readonly pushHosts?: string | undefined;
  /** Origins of pages that may frame what their users are asked, separated by commas. */
  readonly embedOrigins?: string | undefined;
  /** The database that nodes share, and the key for what they share in it. */
  readonly postgres?: string | undefined;
  readonly deploymentKey?: string | undefined;
  /** Limits of a server, as text. */
  readonly pool?: string | undefined;
  readonly maxHold?: string | undefined;
  readonly callsPerMinute?: string | undefined;
  readonly maxOpen?: string | undefined;
  readonly longestPause?: string | undefined;
  /** Backups that a server takes by itself, as text. */
  readonly backupEvery?: string | undefined;
  readonly backupTo?: string | undefined;
  readonly backupKeep?: string | undefined;
  readonly backupPassphraseFile?: string | undefined;
  readonly drillEvery?: string | undefined;
  /** Where a server writes its anchor by itself, as text, and the token of that address. */
  readonly anchorTo?: string | undefined;
  readonly anchorTsa?: string | undefined;
  readonly anchorEvery?: string | undefined;
  readonly anchorToken?: string | undefined;
  /** Of what people read here, such as `de`. */
  readonly language?: string | undefined;
  /** What the system says of it, such as `de_DE.UTF-8`. */
  readonly locale?: string | undefined;
  /** Whether X11 or Wayland reports a screen on which a browser could open. */
  readonly hasDisplay?: boolean;
  /** `off`: what people decide at a terminal counts at once, and cannot be taken back. */
  readonly undo?: string | undefined;
  readonly noColor: boolean;
  readonly forceColor: boolean;
}

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  return {
    data: nonEmpty(env["EARSHOT_DATA"]),
    stateHome: nonEmpty(env["XDG_STATE_HOME"]),
    localAppData: nonEmpty(env["LOCALAPPDATA"]),
    url: nonEmpty(env["EARSHOT_URL"]),
    key: nonEmpty(env["EARSHOT_KEY"]),
    agentKey: nonEmpty(env["EARSHOT_AGENT_KEY"]),
    modelUrl: nonEmpty(env["EARSHOT_MODEL_URL"]),
    modelName: nonEmpty(env["EARSHOT_MODEL"]),
    modelKey: nonEmpty(env["EARSHOT_MODEL_KEY"]),
    liaisonModelUrl: nonEmpty(env["EARSHOT_LIAISON_MODEL_URL"]),
    liaisonModel: nonEmpty(env["EARSHOT_LIAISON_MODEL"]),
    liaisonModelKey: nonEmpty(env["EARSHOT_LIAISON_MODEL_KEY"]),
    liaisonModelApi: nonEmpty(env["EARSHOT_LIAISON_MODEL_API"]),
    liaisonThreshold: nonEmpty(env["EARSHOT_LIAISON_THRESHOLD"]),
    liaisonUnderstanding: nonEmpty(env["EARSHOT_LIAISON_UNDERSTANDING"]),
    liaisonTimeout: nonEmpty(env["EARSHOT_LIAISON_TIMEOUT"]),
    liaisonEncoder: nonEmpty(env["EARSHOT_LIAISON_ENCODER"]),
    liaisonEncoderKey: nonEmpty(env["EARSHOT_LIAISON_ENCODER_KEY"]),
    neo4jUrl: nonEmpty(env["EARSHOT_NEO4J_URL"]),
    neo4jUser: nonEmpty(env["EARSHOT_NEO4J_USER"]),
    neo4jPassword: nonEmpty(env["EARSHOT_NEO4J_PASSWORD"]),
    neo4jDatabase: nonEmpty(env["EARSHOT_NEO4J_DATABASE"]),
    oauthIssuer: nonEmpty(env["EARSHOT_OAUTH_ISSUER"]),
    oauthAudience: nonEmpty(env["EARSHOT_OAUTH_AUDIENCE"]),
    publicUrl: nonEmpty(env["EARSHOT_PUBLIC_URL"]),
    listen: nonEmpty(env["EARSHOT_LISTEN"]),
    allowedHosts: nonEmpty(env["EARSHOT_ALLOWED_HOSTS"]),
    notifyHosts: nonEmpty(env["EARSHOT_NOTIFY_HOSTS"]),
    pushHosts: nonEmpty(env["EARSHOT_PUSH_HOSTS"]),
    embedOrigins: nonEmpty(env["EARSHOT_EMBED_ORIGINS"]),
    postgres: nonEmpty(env["EARSHOT_POSTGRES"]),
    deploymentKey: pathIn(env["EARSHOT_DEPLOYMENT_KEY"]),
    pool: nonEmpty(env["EARSHOT_POOL"]),
    maxHold: nonEmpty(env["EARSHOT_MAX_HOLD"]),
    callsPerMinute: nonEmpty(env["EARSHOT_CALLS_PER_MINUTE"]),
    maxOpen: nonEmpty(env["EARSHOT_MAX_OPEN"]),
    longestPause: nonEmpty(env["EARSHOT_LONGEST_PAUSE"]),
    backupEvery: nonEmpty(env["EARSHOT_BACKUP_EVERY"]),
    backupTo: pathIn(env["EARSHOT_BACKUP_TO"]),
    backupKeep: nonEmpty(env["EARSHOT_BACKUP_KEEP"]),
    backupPassphraseFile: pathIn(env["EARSHOT_BACKUP_PASSPHRASE_FILE"]),
    drillEvery: nonEmpty(env["EARSHOT_DRILL_EVERY"]),
    anchorTo: nonEmpty(env["EARSHOT_ANCHOR_TO"]),
    anchorTsa: nonEmpty(env["EARSHOT_ANCHOR_TSA"]),
    anchorEvery: nonEmpty(env["EARSHOT_ANCHOR_EVERY"]),
    anchorToken: nonEmpty(env["EARSHOT_ANCHOR_TOKEN"]),
    language: nonEmpty(env["EARSHOT_LANGUAGE"]),
    locale: nonEmpty(env["LC_ALL"]) ?? nonEmpty(env["LC_MESSAGES"]) ?? nonEmpty(env["LANG"]),
    hasDisplay: (nonEmpty(env["DISPLAY"]) ?? nonEmpty(env["WAYLAND_DISPLAY"])) !== undefined,
    undo: nonEmpty(env["EARSHOT_UNDO"]),
    noColor: nonEmpty(env["NO_COLOR"]) !== undefined || env["TERM"] === "dumb",
    forceColor: nonEmpty(env["FORCE_COLOR"]) !== undefined,
  };
}

/** How the environment has traces sent: which share of them, and under which name of this process. */
export interface TraceEnvironment {
  readonly ratio: number;
  readonly service: string | undefined;
}

/** Undefined if traces go nowhere. The exporter itself reads the address, protocol and headers. */
export function traceSettings(env: NodeJS.ProcessEnv = process.env): TraceEnvironment | undefined {
  const endpoints = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
  const isWanted = endpoints.some((name) => nonEmpty(env[name]) !== undefined);
  const isRefused = env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true";
  const sampler = nonEmpty(env["OTEL_TRACES_SAMPLER"]) ?? "parentbased_always_on";
  if (!isWanted || isRefused || env["OTEL_TRACES_EXPORTER"] === "none") return undefined;
  return { ratio: sampledPart(sampler, env), service: nonEmpty(env["OTEL_SERVICE_NAME"]) };
}

function sampledPart(sampler: string, env: NodeJS.ProcessEnv): number {
  if (sampler.endsWith("always_off")) return 0;
  const ratio = Number(nonEmpty(env["OTEL_TRACES_SAMPLER_ARG"]) ?? "1");
  return sampler.endsWith("traceidratio") && ratio >= 0 && ratio <= 1 ? ratio : 1;
}

/** Reads a variable by name, such as the one that holds the key of a model server. */
export function readVariable(name: string, env: NodeJS.ProcessEnv = process.env) {
  return nonEmpty(env[name]);
}

function pathIn(text: string | undefined): string | undefined {
  const path = nonEmpty(text);
  return path === undefined ? undefined : homePath(path);
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}

/** The environment of a server started for a data folder. It is found by that folder alone. */
export function environmentOfServer(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { EARSHOT_URL: _url, EARSHOT_KEY: _key, EARSHOT_AGENT_KEY: _agent, ...rest } = env;
  return rest;
}

/** The environment of a child process that must not see the database or the keys of others. */
export function environmentOfChild(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const {
    EARSHOT_POSTGRES: _postgres,
    EARSHOT_DEPLOYMENT_KEY: _key,
    EARSHOT_MODEL_KEY: _modelKey,
    EARSHOT_LIAISON_MODEL_KEY: _liaisonKey,
    EARSHOT_LIAISON_ENCODER_KEY: _encoderKey,
    EARSHOT_NEO4J_PASSWORD: _neo4j,
    EARSHOT_ANCHOR_TOKEN: _anchorToken,
    ...rest
  } = environmentOfServer(env);
  return rest;
}
