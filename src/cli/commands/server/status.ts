import { formatDuration } from "../../../domain/duration.ts";
import { inTime } from "../../../domain/in-words.ts";
import { STATUS_COUNTS_MS } from "../../../domain/limits.ts";
import type { Status, StatusLog } from "../../../ports/earshot/status.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { folderLine } from "../../terminal/folder-here.ts";
import type { Style } from "../../terminal/output.ts";

const LABEL_WIDTH = 16;
const MAX_MESSAGE = 120;
const MIB = 1024 * 1024;

export const status: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "status",
      summary: `Show what the server has done in the last ${inTime(STATUS_COUNTS_MS)}, and how it is`,
      more: "Counts survive a restart. Violations are calls that were refused for their key, right, token, origin or decision.",
      examples: ["npx earshot status", "npx earshot status --json"],
    }),

  async run(context) {
    const { output, options, environment, folder } = context;
    const seen = await context.connectAs("operator").status();
    if (options.json === true) output.json(seen);
    else {
      const of = environment.url ?? folderLine(folder);
      for (const line of overview(seen, of, output.style)) output.line(line);
    }
    return EXIT_CODES.answered;
  },
};

function overview(seen: Status, of: string, style: Style): readonly string[] {
  const fact = (label: string, value: string) => `  ${label.padEnd(LABEL_WIDTH)}${value}`;
  const scored = (score: Status["securityScore"]) =>
    score === "HIGH" ? style.good(score) : style.bad(score);
  const alarm = (count: number) => (count === 0 ? style.good("0") : style.bad(String(count)));
  return [
    style.bold(`Last ${inTime(STATUS_COUNTS_MS)}`),
    fact("calls", String(seen.calls)),
    fact("too many", alarm(seen.limited)),
    fact("violations", alarm(seen.violations)),
    fact("security score", scored(seen.securityScore)),
    "",
    style.bold("Now"),
    fact("server of", of),
    fact("up for", formatDuration(seen.uptimeMs)),
    fact("sessions", String(seen.activeSessions)),
    fact("authorizations", `${seen.pendingAuthorizations} pending`),
    fact("memory", `${Math.round(seen.memoryBytes / MIB)} MiB`),
    fact("processor", `${seen.cpuPercent} %`),
    "",
    style.bold("Newest"),
    ...(seen.recentLogs.length === 0 ? ["  nothing yet"] : []),
    ...seen.recentLogs.map((log) => logLine(log, style)),
  ];
}

function logLine({ timestamp, level, message }: StatusLog, style: Style): string {
  const text = oneLine(message, MAX_MESSAGE);
  return `  ${style.dim(timestamp)}  ${level === "WARNING" ? style.bad(text) : text}`;
}
