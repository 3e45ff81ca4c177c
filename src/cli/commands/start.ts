import { runConsole } from "../../channels/console/run-console.ts";
import { findTerminal } from "../../channels/console/terminal.ts";
import type { RunningServer } from "../../compose.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { dataPaths, readKeyFile } from "../../system/data-folder.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { addCommand, type CommandModule, wholeNumber } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import type { RunContext } from "../run-context.ts";

const DEFAULT_PORT = 4242;

interface StartOptions {
  readonly port: number;
  readonly console: boolean;
  readonly oauthIssuer?: string;
  readonly oauthAudience?: string;
  readonly publicUrl?: string;
}

export const start: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "start",
      summary: "Start the server; on a terminal it is also the operator's console",
      more: "Serves on 127.0.0.1. The first start makes the data folder with an operator's key and an agent's key in it.\n\nWith --oauth-issuer and --public-url it takes tokens of that authorization server beside its own keys. EARSHOT_OAUTH_ISSUER, EARSHOT_PUBLIC_URL and EARSHOT_OAUTH_AUDIENCE say the same.",
      examples: [
        "npx earshot start",
        "npx earshot start --port 0 --data /srv/earshot --no-console",
        "npx earshot start --oauth-issuer https://login.example.com --public-url https://earshot.example.com",
      ],
    })
      .option(
        "--port <number>",
        "port to serve on; 0 picks a free one",
        wholeNumber(0, 65_535),
        DEFAULT_PORT,
      )
      .option("--no-console", "do not ask the operator on this terminal")
      .option("--public-url <url>", "address by which clients reach this server from elsewhere")
      .option("--oauth-issuer <url>", "authorization server whose tokens are taken")
      .option("--oauth-audience <text>", "audience of its tokens, if not the public URL"),

  async run(context, command) {
    const options = command.opts<StartOptions>();
    const { environment } = context;
    // Loaded late: no other command has to wait for what only a server needs.
    const { startServer } = await import("../../compose.ts");
    const server = await startServer({
      dataFolder: context.options.data,
      port: options.port,
      oauth: {
        issuer: options.oauthIssuer ?? environment.oauthIssuer,
        publicUrl: options.publicUrl ?? environment.publicUrl,
        audience: options.oauthAudience ?? environment.oauthAudience,
      },
    });
    greet(context, server);
    context.signal.addEventListener("abort", () => void server.stop(), { once: true });
    try {
      if (options.console) await operate(context, server);
      await server.stopped;
      return EXIT_CODES.answered;
    } finally {
      await server.stop();
    }
  },
};

function greet({ output, options }: RunContext, { url }: RunningServer): void {
  const { root } = dataPaths(options.data);
  if (options.json === true) output.json({ url, pid: process.pid, data: root });
  else {
    const folder = options.data === ".earshot" ? "" : ` --data ${options.data}`;
    output.line(`Earshot listens on ${url}`);
    output.line("");
    output.line("Ask a first question, in another terminal:");
    output.line(`  npx earshot ask${folder} "Which pattern first: A, B or C?"`);
    output.line("");
  }
}

/** Is the operator's console, on a terminal; without one the server only serves. */
async function operate(context: RunContext, server: RunningServer): Promise<void> {
  const { output, options, signal } = context;
  const terminal = terminalOrNone();
  if (terminal === undefined) return;
  const earshot = await server.signIn(readKeyFile(options.data, "operator") ?? "");
  if (earshot === undefined) {
    throw new EarshotError(
      "NOT_SIGNED_IN",
      `The operator's key in ${dataPaths(options.data).key("operator")} is not valid any more. Remove the file and start again to get a new one.`,
    );
  }
  const greeting = output.style.dim(
    "Questions appear here; type the answer and press Enter. Ctrl-C stops the server.",
  );
  const closed = new AbortController();
  void server.stopped.then(() => closed.abort());
  const both = AbortSignal.any([signal, closed.signal]);
  const end = await runConsole({ earshot, terminal, checkSchema, greeting, signal: both });
  if (end === "interrupt") await server.stop();
  if (end === "end") {
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
