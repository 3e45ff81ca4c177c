import { existsSync } from "node:fs";
import { Option } from "commander";
import { isEarshotError } from "../../../domain/errors.ts";
import type { NotedHead } from "../../../domain/log/chain-check.ts";
import type { AuditReport } from "../../../ports/earshot/audit.ts";
import { visibleText } from "../../../render/visible-text.ts";
import {
  dataPaths,
  type KeyFile,
  readServerInfo,
  readStoreMark,
  servingOf,
} from "../../../system/data-folder.ts";
import { checkPostgresUrl } from "../../../system/postgres-url.ts";
import { checkSchema } from "../../../system/schema-check.ts";
import { checkAgents, checkClaude, checkNames } from "../../doctor/check-agents.ts";
import { checkAnchoring } from "../../doctor/check-anchoring.ts";
import { checkBackup } from "../../doctor/check-backup.ts";
import { checkChannels, checkHearing, checkLinks } from "../../doctor/check-channels.ts";
import { checkFolder, checkRecord } from "../../doctor/check-folder.ts";
import { checkKeys } from "../../doctor/check-keys.ts";
import { findPlaces } from "../../init/places.ts";
import { folderAnchor } from "../../log/folder-anchor.ts";
import { comparedLine } from "../../log/report-lines.ts";
import { examineInbox } from "../../people/examine-inbox.ts";
import { examinePolicyFile } from "../../policy/examine-policy-file.ts";
import { checkAlone } from "../../policy/reach-lines.ts";
import { clockWords } from "../../server/clock-words.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { connect as connectTo } from "../../terminal/connect.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { type Finding, findingLine, unknown } from "../../terminal/finding.ts";
import type { RunContext } from "../../terminal/run-context.ts";

interface DoctorOptions {
  readonly postgres?: string;
  readonly deploymentKey?: string;
  readonly modelUrl?: string;
  readonly model?: string;
  readonly modelApi: "openai" | "ollama";
}

const MOST_COUNTED = 100;
/** Room for one call of the next node, not for a wait. */
const NEXT_NODE_MS = 500;

export const doctor: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "doctor",
      summary: "Check the set-up and say how to mend it",
      more: "First it says which data folder it is about: that of this folder's server, or that of your home server. Each server is asked whether it is ready and how it hears its channels, each channel that is set up whether it can work, and the model server of each agent whether it has the model. Where Claude Code asks people through Earshot here, it says whether Claude Code asks at all. With --postgres or EARSHOT_POSTGRES it checks the database of a node: that it is reached, what its role may do, that commits are durable and notices heard, clocks, connections, leases, other nodes and the deployment key. With a model it also checks that its server answers, that the model is there and that it calls a tool when told to. EARSHOT_MODEL_URL, EARSHOT_MODEL and EARSHOT_MODEL_KEY name one as well.",
      examples: [
        "npx earshot doctor",
        "npx earshot doctor --json",
        "npx earshot doctor --postgres postgres://earshot:secret@db.example.com/earshot",
        "npx earshot doctor --model-url http://127.0.0.1:11434/v1 --model qwen3",
      ],
    })
      .option("--postgres <url>", "database of a node to check")
      .option("--deployment-key <file>", "its deployment key, if not that of the data folder")
      .option("--model-url <url>", "address of a model server to check")
      .option("--model <name>", "the model, as its server knows it")
      .addOption(
        new Option("--model-api <format>", "what the model server speaks")
          .choices(["openai", "ollama"])
          .default("openai"),
      ),

  async run(given, command) {
    const context = askingOnce(given);
    const options = command.opts<DoctorOptions>();
    const findings = [
      node(),
      ...checkFolder(context.folder),
      ...checkRecord(context.options.data),
      ...(await examinePostgres(context, options)),
      server(context),
      ...(await checkReady(context)),
      ...(await askServer(context)),
      ...(await checkNames(context)),
      ...checkBackup(context.options.data, Date.now()),
      ...checkAnchoring(context.options.data, Date.now()),
      ...(await checkChannels(context)),
      ...checkLinks(context),
      ...checkClaude(findPlaces()),
      ...(await checkAgents()),
      ...(await model(context, options)),
    ];
    const { output } = context;
    if (context.options.json === true) output.json({ findings });
    else for (const finding of findings) output.line(findingLine(finding, output.style));
    const hasFailed = findings.some(({ state }) => state === "failed");
    return hasFailed ? EXIT_CODES.error : EXIT_CODES.answered;
  },
};

const PATIENCE_MS = 5_000;

const CHECK = "postgresql";

function node(): Finding {
  return { check: "node", state: "ok", detail: `${process.version} on ${process.platform}` };
}

function server({ options, environment }: RunContext): Finding {
  const check = "server";
  if (environment.url !== undefined)
    return { check, state: "ok", detail: `EARSHOT_URL=${environment.url}` };
  const info = servingOf(options.data);
  if (info !== undefined) {
    return {
      check,
      state: "ok",
      detail: `${info.url}, process ${info.pid}, since ${info.startedAt}`,
    };
  }
  return {
    check,
    state: "warning",
    detail: "None runs on this folder. Start one: npx earshot start",
  };
}

/** A check tells what is so now: it does not wait for better, unless there is another node to ask. */
function askingOnce(context: RunContext): RunContext {
  const { options, environment } = context;
  const retryForMs = environment.url?.includes(",") === true ? NEXT_NODE_MS : 0;
  const connectAs = (as: KeyFile) =>
    connectTo({ dataFolder: options.data, environment, as, retryForMs });
  return { ...context, connectAs };
}

const SERVER_CHECKS: readonly ((context: RunContext) => Promise<readonly Finding[]>)[] = [
  (context) => key(context, "operator"),
  (context) => key(context, "agent"),
  clock,
  provenPeople,
  checkKeys,
  pendingOrders,
  examineInbox,
  examinePolicyFile,
  checkAlone,
  checkHearing,
  record,
  log,
];

/** Nothing more is asked of a server without its store: every call would wait as long for the same. */
async function askServer(context: RunContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    for (const check of SERVER_CHECKS) findings.push(...(await check(context)));
  } catch (error) {
    const { state, detail } = unknown("store", error);
    findings.push({ check: "store", state, detail: `${detail} What follows was not checked.` });
  }
  return findings;
}

/** Throws only where the store of the server is away. */
function notAnswered(check: string, error: unknown): Finding[] {
  if (isEarshotError(error, "STORE_UNAVAILABLE")) throw error;
  return [unknown(check, error)];
}

async function key(context: RunContext, as: KeyFile): Promise<Finding[]> {
  const check = `${as}'s key`;
  try {
    const { principal, rights } = await context.connectAs(as).whoami();
    const detail = `${principal.kind} ${principal.name}: ${rights.join(", ")}`;
    return [{ check, state: "ok", detail }];
  } catch (error) {
    return notAnswered(check, error);
  }
}

/** A server of an earlier version does not know it. */
async function clock(context: RunContext): Promise<Finding[]> {
  const check = "clock";
  try {
    const now = await context.connectAs("operator").clock();
    const state = now.state === "right" ? "ok" : now.state === "behind" ? "warning" : "failed";
    return [{ check, state, detail: clockWords(now) }];
  } catch (error) {
    return isEarshotError(error, "NOT_FOUND") ? [] : notAnswered(check, error);
  }
}

/**
 * Any program of this account can read the operator's key and decide with it. What such a program
 * does not have is a passphrase or a passkey, where the person has set one.
 */
async function provenPeople(context: RunContext): Promise<Finding[]> {
  if (!existsSync(dataPaths(context.options.data).key("operator"))) return [];
  try {
    const earshot = context.connectAs("operator");
    const { principal } = await earshot.whoami();
    const { items } = await earshot.listOperators();
    const me = items.find((one) => one.principal.id === principal.id);
    if (me === undefined || me.hasPassphrase || me.passkeys > 0) return [];
    const detail =
      "A program of your account can read the operator's key and approve with it. Run agents under an account of their own, and set a passphrase, which CRITICAL takes: npx earshot passphrase";
    return [{ check: "same account", state: "warning", detail }];
  } catch {
    // Why the operator's key cannot list them, another check tells.
    return [];
  }
}

/** Orders that were found in the history of a chat, and that nothing is done about until somebody says so. */
async function pendingOrders(context: RunContext): Promise<Finding[]> {
  try {
    const input = { status: "pending", limit: MOST_COUNTED } as const;
    const { items, next } = await context.connectAs("operator").listSessions(input);
    if (items.length === 0) return [];
    const count = next === undefined ? String(items.length) : `more than ${MOST_COUNTED}`;
    const detail = `${count} found in chats, which may have been carried out already. See them: npx earshot sessions pending`;
    return [{ check: "orders", state: "warning", detail }];
  } catch {
    // Why the operator's key cannot list them, another check tells.
    return [];
  }
}

async function record(context: RunContext): Promise<Finding[]> {
  const check = "record";
  try {
    const { head, setBack, promotedAt } = await context.connectAs("operator").recordState();
    if (setBack === undefined) {
      const since =
        promotedAt === undefined
          ? ""
          : `, also since another server became the database (${promotedAt})`;
      return [{ check, state: "ok", detail: `up to event ${head}; nothing known is lost${since}` }];
    }
    const { from, to, at } = setBack;
    const detail = `It went back: event ${from} was committed, and the log ended at ${to} (${at}). No approval is used until an owner accepts it: npx earshot record accept`;
    return [{ check, state: "failed", detail }];
  } catch (error) {
    return notAnswered(check, error);
  }
}

async function log(context: RunContext): Promise<Finding[]> {
  const check = "log";
  try {
    const earshot = context.connectAs("operator");
    const { principal } = await earshot.whoami();
    const sealed = (await folderAnchor(context))?.heads.get(principal.workspace);
    const noted = sealed === undefined ? {} : { head: `${sealed.seq}:${sealed.hash}` };
    return [logFinding(await earshot.verifyAudit(noted), sealed)];
  } catch (error) {
    return notAnswered(check, error);
  }
}

/** Says what was compared: a line that said intact of less would be taken for more. */
function logFinding(report: AuditReport, sealed: NotedHead | undefined): Finding {
  const check = "log";
  const { record } = report;
  if (!report.intact) {
    const count = record === undefined ? 0 : record.faults.length + record.more - 1;
    const more = count > 0 ? `, and ${count} more` : "";
    const detail = `Broken: ${visibleText(report.fault ?? "")}${more}. See all: npx earshot audit verify`;
    return { check, state: "failed", detail };
  }
  const anchor =
    sealed === undefined ? "" : `, and contains what the anchor has sealed (${sealed.seq})`;
  const rows = record === undefined ? "" : `; ${comparedLine(record)}`;
  return { check, state: "ok", detail: `${report.events} events, intact${anchor}${rows}` };
}

async function model(
  { environment, signal }: RunContext,
  options: DoctorOptions,
): Promise<Finding[]> {
  const { modelUrl: baseUrl = environment.modelUrl, model: name = environment.modelName } = options;
  if (baseUrl === undefined && name === undefined) return [];
  const check = "model";
  if (baseUrl === undefined || name === undefined) {
    const missing = baseUrl === undefined ? "--model-url" : "--model";
    return [{ check, state: "failed", detail: `Not checked. Give ${missing} too.` }];
  }
  // Loaded here, since it takes longer than all other commands need to start.
  const { checkModel } = await import("../../../model/check-model.ts");
  const { modelKey: apiKey } = environment;
  const findings: Finding[] = [];
  try {
    const { modelApi: api } = options;
    const key = apiKey === undefined ? {} : { apiKey };
    const asked = { baseUrl, name, api, checkSchema, ...key };
    for await (const finding of checkModel(asked, signal)) {
      findings.push({ ...finding, detail: visibleText(finding.detail, { keepLines: false }) });
    }
  } catch (error) {
    findings.push(unknown(check, error));
  }
  return findings;
}

/** Whether each server is ready from a caller's view: a running process may serve nothing. */
async function checkReady({
  options,
  environment,
}: Pick<RunContext, "options" | "environment">): Promise<readonly Finding[]> {
  const known = environment.url ?? readServerInfo(options.data)?.url;
  const servers = (known ?? "").split(",").map((url) => url.trim());
  return await Promise.all(servers.filter((url) => URL.canParse(url)).map(readiness));
}

async function readiness(server: string): Promise<Finding> {
  const check = "ready";
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(new URL("/readyz", server), { signal });
    if (response.ok) return { check, state: "ok", detail: `${server} serves and can write` };
    return { check, state: "failed", detail: `${server}: ${reasonIn(await response.text())}` };
  } catch {
    // Another check says if nothing runs there, but none that it hangs.
    return { check, state: "warning", detail: `${server} does not answer. See its server.log.` };
  }
}

function reasonIn(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { readonly detail?: unknown };
    return typeof detail === "string" ? detail : text.slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
}

/** The database of a node; nothing if the record is in the data folder itself. */
async function examinePostgres(
  context: RunContext,
  given: { readonly postgres?: string; readonly deploymentKey?: string },
): Promise<Finding[]> {
  const { environment, options } = context;
  const text = given.postgres ?? environment.postgres;
  if (text === undefined) {
    const mark = readStoreMark(options.data);
    if (mark === undefined) return [];
    const detail = `The record is at ${mark.place}. Not checked. Give --postgres URL or EARSHOT_POSTGRES.`;
    return [{ check: CHECK, state: "warning", detail }];
  }
  try {
    const url = checkPostgresUrl(
      text,
      given.postgres === undefined ? "EARSHOT_POSTGRES" : "--postgres",
    );
    const { checkDatabase } = await import("../../doctor/check-database.ts");
    return await checkDatabase({
      url,
      data: options.data,
      deploymentKey: given.deploymentKey ?? environment.deploymentKey,
    });
  } catch (error) {
    return [unknown(CHECK, error)];
  }
}
