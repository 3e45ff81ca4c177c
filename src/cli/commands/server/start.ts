import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { runConsole } from "../../../channels/console/run-console.ts";
import { findTerminal, type Terminal } from "../../../channels/console/terminal.ts";
import { isYes } from "../../../channels/console/yes-no.ts";
import type { RunningServer } from "../../../compose/server.ts";
import { startServer } from "../../../compose/start-server.ts";
import { formatDuration } from "../../../domain/duration.ts";
import { EarshotError, isEarshotError } from "../../../domain/errors.ts";
import { inTime } from "../../../domain/in-words.ts";
import {
  DEFAULT_CALLS_PER_MINUTE,
  DEFAULT_MAX_HOLD_MS,
  DEFAULT_MAX_OPEN,
  LINK_LIFE_MS,
  LONGEST_PAUSE_MS,
} from "../../../domain/limits.ts";
import { present } from "../../../domain/present.ts";
import type { AgentDefinition } from "../../../host/agents/read-agent.ts";
import { assertReadable, dataPaths, readKeyFile, servingOf } from "../../../system/data-folder.ts";
import { giveBackWhenQuiet } from "../../../system/quiet-heap.ts";
import { checkSchema } from "../../../system/schema-check.ts";
import { POLICY_FILE } from "../../policy/policy-place.ts";
import { typedFile } from "../../requests/typed-file.ts";
import {
  type AnchorOptions,
  addAnchorOptions,
  anchorPlan,
  noteAnchoring,
} from "../../server/anchor-plan.ts";
import {
  addBackupOptions,
  type BackupOptions,
  backupPlan,
  noteSchedule,
} from "../../server/backup-plan.ts";
import { clockWords } from "../../server/clock-words.ts";
import { endServer } from "../../server/end-server.ts";
import { firstLink, greet, noteNoOperator, noteOpenFolder } from "../../server/greet.ts";
import {
  addLiaisonOptions,
  type LiaisonOptions,
  liaisonOf,
  neo4jOf,
  understandingOf,
} from "../../server/liaison-of.ts";
import { type LimitOptions, limitsOf, MAX_POOL } from "../../server/limits.ts";
import { type PolicyOptions, policyLine, policyOf } from "../../server/policy-file.ts";
import { type ReachOptions, reachOf } from "../../server/reach.ts";
import { readSavedPublicUrl } from "../../server/saved-public-url.ts";
import { type StoreOptions, storeOf } from "../../server/store-of.ts";
import { AGENTS_FOLDER } from "../../sessions/defaults.ts";
import { addCommand, type CommandModule, duration, wholeNumber } from "../../terminal/command.ts";
import { atControllingTerminal } from "../../terminal/controlling-terminal.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";
import { suspensionOf, tellOfSuspension } from "../../terminal/suspension.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

const DEFAULT_PORT = 4242;
const POSTGRES_WAIT_MS = 30_000;
const SUSPENSION = suspensionOf("The server");

interface StartOptions
  extends LimitOptions,
    ReachOptions,
    StoreOptions,
    LiaisonOptions,
    PolicyOptions,
    BackupOptions,
    AnchorOptions {
  readonly port: number;
  readonly console: boolean;
  readonly link: boolean;
  readonly anchor?: string;
  /** False: none is run. */
  readonly agents?: string | false;
  readonly oauthIssuer?: string;
  readonly oauthAudience?: string;
  readonly makeKeys?: true;
  readonly moved?: true;
  readonly standIn?: true;
}

export const start: CommandModule = {
  define(program) {
    const command = addCommand(program, {
      usage: "start",
      summary: "Start the server; on a terminal it is also the operator's console",
      more: `Serves on the loopback address of this machine, and where --listen says; others may call it by the names of --allowed-host and --public-url alone. The first start makes the data folder with an operator's key and an agent's key in it. Without --data or EARSHOT_DATA it is the nearest .earshot from the working folder upwards, and without one that of your home server, which commands find from every folder. It prints a link that opens the inbox, signed in, once and within ${inTime(LINK_LIFE_MS)}; npx earshot open makes another.\n\nBehind a proxy with TLS it has to know its --public-url: browsers open the inbox there, and the links lead there. With --oauth-issuer besides it takes tokens of that authorization server beside its own keys. EARSHOT_LISTEN, EARSHOT_ALLOWED_HOSTS, EARSHOT_NOTIFY_HOSTS, EARSHOT_PUSH_HOSTS and EARSHOT_EMBED_ORIGINS (separated by commas), EARSHOT_PUBLIC_URL, EARSHOT_OAUTH_ISSUER and EARSHOT_OAUTH_AUDIENCE say the same. EARSHOT_LANGUAGE names the language of what reaches people who have chosen none.\n\nA policy that was applied stays in force until another one is: --policy applies one. ${POLICY_FILE} beside the data folder may be somebody else's, as in a cloned folder, and is not applied by itself. Where none ever was, a start on a terminal lists what that file lets pass and asks; any other start only tells of it. Where the one in force says owners: 2, a start puts none in force that may allow more, unless it is told to by --without-second-owner, which without --policy takes that demand off: for when the other owners cannot be reached. All owners are told.\n\nWith --postgres it is one of any number of nodes over one database, and any of them takes any call. The first one makes deployment.key in its data folder; the others need that file: --deployment-key FILE, or a copy of it in their folders. The first one makes an operator's key and an agent's, too, which are good on all nodes; the others make none but with --make-keys. EARSHOT_POSTGRES, EARSHOT_DEPLOYMENT_KEY (the file, or the key itself), EARSHOT_POOL, EARSHOT_MAX_HOLD, EARSHOT_MAX_OPEN, EARSHOT_CALLS_PER_MINUTE and EARSHOT_LONGEST_PAUSE say what the options say; an address with a password is best kept there.\n\nThe agents of the folder ${AGENTS_FOLDER} are run by this server, as by npx earshot host: --agents names another folder, --no-agents runs none.\n\nThe liaison needs no model. With --liaison-model-url and --liaison-model one reads people's words; EARSHOT_LIAISON_MODEL_URL, EARSHOT_LIAISON_MODEL, EARSHOT_LIAISON_MODEL_KEY and EARSHOT_LIAISON_THRESHOLD say the same. With EARSHOT_NEO4J_URL its graph is kept in that database, too.\n\nWith --backup-every and --backup-to it takes backups by itself, as npx earshot backup --to does: each is read back before older ones go. Of nodes over one database one at a time does it. EARSHOT_BACKUP_EVERY, EARSHOT_BACKUP_TO, EARSHOT_BACKUP_KEEP, EARSHOT_BACKUP_PASSPHRASE_FILE and EARSHOT_DRILL_EVERY say the same.\n\nWith --anchor-to it writes its newest checkpoints elsewhere by itself, too: to a file on another disk, or with PUT to an address. Of nodes over one database one at a time does it. With --anchor-tsa an authority stamps them besides: it is sent a digest alone. EARSHOT_ANCHOR_TO, EARSHOT_ANCHOR_TSA (both separated by commas) and EARSHOT_ANCHOR_EVERY say the same; EARSHOT_ANCHOR_TOKEN is sent to https:// addresses as a bearer token.`,
      examples: [
        "npx earshot start",
        "npx earshot start --port 0 --data /srv/earshot --no-console",
        "npx earshot start --policy rules.yaml --anchor /mnt/other/anchor.jsonl",
        "npx earshot start --anchor-to /mnt/other/anchor.jsonl https://anchors.example.com/earshot",
        "npx earshot start --postgres postgres://earshot:secret@db.example.com/earshot",
        "npx earshot start --public-url https://earshot.example.com",
        "npx earshot start --oauth-issuer https://login.example.com --public-url https://earshot.example.com",
      ],
    })
      .option(
        "--port <number>",
        "port to serve on; 0 picks a free one",
        wholeNumber(0, 65_535),
        DEFAULT_PORT,
      )
      .option("--listen <address>", "address to serve on besides the loopback one; 0.0.0.0 for all")
      .option("--allowed-host <name...>", "name by which others may call it, without a port")
      .option("--notify-host <host...>", "private host, or host:port, that agents may have called")
      .option("--push-host <host...>", "private host, or host:port, of browsers' push services")
      .option("--no-console", "do not ask the operator on this terminal")
      .option("--no-link", "make no sign-in link, as where what is printed is kept")
      .option(
        "--policy <file>",
        `rules to apply; ${POLICY_FILE} beside the data folder is only asked about`,
      )
      .option(
        "--without-second-owner",
        "apply --policy, or take owners: 2 off, though that wants a second owner's yes",
      )
      .option("--no-policy", "leave the rules as they are, and read no file")
      .option("--postgres <url>", "database that several nodes share; without it a file is used")
      .option("--deployment-key <file>", "key of the nodes of one database, made by the first")
      .addOption(
        new Option("--postgres-wait <duration>", "how long to wait for a database that is away")
          .argParser(duration)
          .default(POSTGRES_WAIT_MS, formatDuration(POSTGRES_WAIT_MS)),
      )
      .option(
        "--pool <number>",
        "connections for reading; 10 where absent",
        wholeNumber(1, MAX_POOL),
      )
      .option(
        "--max-hold <duration>",
        `the longest that one call waits; ${formatDuration(DEFAULT_MAX_HOLD_MS)} where absent`,
        duration,
      )
      .option(
        "--calls-per-minute <number>",
        `tool calls of one principal on this node; ${DEFAULT_CALLS_PER_MINUTE} where absent`,
        wholeNumber(1),
      )
      .option(
        "--max-open <number>",
        `requests of one agent that may be open; ${DEFAULT_MAX_OPEN} where absent`,
        wholeNumber(1),
      )
      .option("--agents <folder>", `folder of agents to run; ${AGENTS_FOLDER} where it has some`)
      .option("--no-agents", "run no agents");
    addLiaisonOptions(command).option(
      "--anchor <file>",
      "where signed checkpoints of the log go; best on another disk",
    );
    addPublicOptions(command);
    return addAnchorOptions(addBackupOptions(addFolderOptions(command)));
  },

  async run(context, command) {
    const options = command.opts<StartOptions>();
    const { environment } = context;
    // Whatever the mode of the folder, and whoever writes into it: what is kept is its owner's alone.
    process.umask(0o077);
    assertReadable(context.options.data);
    const { poolSize, ...limits } = limitsOf(options, environment);
    const store = storeOf(context, options, poolSize);
    const policy = await policyOf(options, context.options.data);
    const agents = await agentsOf(options.agents);
    const given = {
      signal: context.signal,
      dataFolder: context.options.data,
      port: options.port,
      ...reachOf(options, environment, readSavedPublicUrl(context.options.data)),
      ...limits,
      ...store,
      agents,
      liaison: liaisonOf(options, environment),
      ...understandingOf(options, environment),
      ...neo4jOf(environment),
      ...present({ policy: policy?.isNamed === true ? policy.source : undefined }),
      language: environment.language,
      makeKeys: options.makeKeys,
      isMoved: options.moved,
      onUpgrade: (text: string) => context.output.note(context.output.style.dim(text)),
      withoutSecondOwner: options.withoutSecondOwner,
      ...present({ anchor: options.anchor === undefined ? undefined : resolve(options.anchor) }),
      oauth: {
        issuer: options.oauthIssuer ?? environment.oauthIssuer,
        audience: options.oauthAudience ?? environment.oauthAudience,
      },
    };
    const backups = backupPlan(context, options, store.postgres);
    const anchoring = anchorPlan(context, options);
    const starting =
      options.standIn === true
        ? startServer({ ...given, isStandIn: true })
        : replacingStandIn(context, () => startServer({ ...given, backups, anchoring }));
    const server = await unlessStopped(context, starting);
    if (server === undefined) return EXIT_CODES.answered;
    // Before the greeting: whoever reads it may press Ctrl-Z.
    const endTelling = tellOfSuspension(context.output, SUSPENSION);
    const endGivingBack = giveBackWhenQuiet();
    try {
      noteLostHeads(context, server);
      await settleClock(context, server, options.console);
      noteOpenFolder(context);
      noteSchedule(context, options);
      noteAnchoring(context, anchoring);
      const isWithoutOperator = noteNoOperator(context, server);
      const terminal = options.console && !isWithoutOperator ? terminalOrNone() : undefined;
      const asks = terminal !== undefined;
      greet(context, server, {
        policyLine: await policyLine(context, { server, policy, asks }),
        link: options.link ? await firstLink(context, server) : undefined,
        agents: agents.map(({ name }) => name),
      });
      if (terminal !== undefined) {
        endTelling();
        await operate(context, server, { ...terminal, suspension: SUSPENSION });
      }
      await server.stopped;
      return EXIT_CODES.answered;
    } finally {
      endTelling();
      endGivingBack();
      await server.stop();
    }
  },
};

function addPublicOptions(command: Command): Command {
  return command
    .option(
      "--longest-pause <duration>",
      `how long the record may have rested without an owner accepting the time; ${formatDuration(LONGEST_PAUSE_MS)} where absent`,
      duration,
    )
    .option(
      "--public-url <url>",
      "address of the proxy with TLS by which browsers and clients reach it",
    )
    .option(
      "--embed-origin <origin...>",
      "origin of an application whose pages may show their users what they are asked",
    )
    .option("--oauth-issuer <url>", "authorization server whose tokens are taken")
    .option("--oauth-audience <text>", "audience of its tokens, if not the public URL");
}

function addFolderOptions(command: Command): Command {
  return (
    command
      .option("--make-keys", "make the keys of a data folder that has none, over a database too")
      .option("--moved", "serve a data folder that was moved; no copy of it may be in use")
      // For commands that start a server where none runs, and for nobody else.
      .addOption(new Option("--stand-in").hideHelp())
  );
}

/** How often a client may be faster to start another stand-in. */
const MOST_REPLACED = 5;

/** It serves all the same: whoever has put an earlier record back may have meant to. */
function noteLostHeads({ output }: RunContext, { lostHeads }: RunningServer): void {
  for (const fault of lostHeads) {
    output.note(`${fault} See what is there: npx earshot audit verify.`);
  }
}

/**
 * A start that finds the record to have rested for too long asks whoever is at the terminal, before
 * anything is told them. Without an answer it serves all the same, and writes nothing.
 */
async function settleClock(
  { output, options, signal }: RunContext,
  server: RunningServer,
  asks: boolean,
): Promise<void> {
  const state = await server.clock();
  if (state.state === "right") return;
  output.note(clockWords(state));
  const key = readKeyFile(options.data, "operator");
  if (state.state !== "jumped" || !asks || key === undefined || terminalOrNone() === undefined) {
    return;
  }
  const earshot = await server.signIn(key);
  const why = "a time is accepted by a person at one";
  const typed = await atControllingTerminal({ why, signal }, (terminal) =>
    terminal.readLine(`Is it ${state.told} now? [y/N] `),
  );
  if (earshot === undefined || !isYes(typed)) return;
  output.note(clockWords(await earshot.acceptClock({ told: state.told })));
}

/** It stops where the command is told to end; undefined where it was told so while it started. */
async function unlessStopped(
  { output, signal }: RunContext,
  starting: Promise<RunningServer>,
): Promise<RunningServer | undefined> {
  try {
    const server = await starting;
    signal.addEventListener("abort", () => void server.stop(), { once: true });
    if (signal.aborted) void server.stop();
    return server;
  } catch (error) {
    if (!signal.aborted) throw error;
    output.note("Stopped before it had started.");
    return undefined;
  }
}

/** The agents of the folder that was named, or of the one where they are looked for. */
async function agentsOf(named: string | false | undefined): Promise<readonly AgentDefinition[]> {
  if (named === false) return [];
  if (named === undefined && !existsSync(AGENTS_FOLDER)) return [];
  // Loaded late: a server without agents has to wait for none of it.
  const { agentsHere, agentsIn } = await import("../../sessions/agents-folder.ts");
  return named === undefined ? agentsHere() : agentsIn(named);
}

/** Is the operator's console until it is closed. */
async function operate(
  context: RunContext,
  server: RunningServer,
  terminal: Terminal,
): Promise<void> {
  const { output, options, signal, environment } = context;
  const earshot = await server.signIn(readKeyFile(options.data, "operator") ?? "");
  if (earshot === undefined) {
    throw new EarshotError(
      "NOT_SIGNED_IN",
      `The operator's key in ${dataPaths(options.data).key("operator")} is not valid any more. Remove the file and start again to get a new one.`,
    );
  }
  const voice = await voiceHere(context, earshot);
  const greeting = output.style.dim(voice.own.say("console.started"));
  const closed = new AbortController();
  void server.stopped.then(() => closed.abort());
  const both = AbortSignal.any([signal, closed.signal]);
  const holds = environment.undo !== "off";
  const desk = { earshot, terminal, voice, checkSchema, readFile: typedFile, holds };
  const end = await runConsole({ ...desk, greeting, signal: both });
  if (end === "interrupt") await server.stop();
  if (end === "end") {
    tellOfSuspension(output, SUSPENSION);
    output.note(
      "The console is closed; the server goes on. Answer with npx earshot answer, or open it again with npx earshot console.",
    );
  }
}

function terminalOrNone() {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  try {
    return findTerminal(process, "stdout");
  } catch (error) {
    if (isEarshotError(error, "NO_TERMINAL")) return undefined;
    throw error;
  }
}

/**
 * Starts a server in place of one that a client had started in the meantime. That stand-in has no
 * address, policy or agents that anybody chose, and must not lock out the server that has. Calls
 * that wait there end with `pending` and are picked up here.
 */
async function replacingStandIn(
  context: RunContext,
  starting: () => Promise<RunningServer>,
): Promise<RunningServer> {
  const { output, options } = context;
  for (let replaced = 0; ; replaced++) {
    try {
      return await starting();
    } catch (error) {
      const info = servingOf(options.data);
      const isFolderTaken = isEarshotError(error, "ALREADY_RUNNING") && error.details?.["folder"];
      // The mark of a dead server does not say who has the folder now.
      const isStandIn = info?.isStandIn === true && isAlive(info.pid);
      if (!isFolderTaken || !isStandIn || replaced === MOST_REPLACED) throw error;
      output.note(`The server that a client had started here (process ${info.pid}) gives way.`);
      await endServer(context).catch((failure: unknown) => {
        // One that has ended by itself in the meantime is just as good.
        if (servingOf(options.data) !== undefined) throw failure;
      });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
