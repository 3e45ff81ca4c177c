import { untilAll } from "../../../client/until-closed.ts";
import type { RequestId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import { answerText } from "../../../domain/requests/question.ts";
import type { Waited } from "../../../domain/requests/request.ts";
import type { WaitedMany } from "../../../ports/earshot/requests.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, duration } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { noLongerStands, withoutWhatIsOver } from "../../terminal/no-longer-stands.ts";
import type { RunContext } from "../../terminal/run-context.ts";
import { waitAndPrint } from "../../terminal/wait-and-print.ts";

interface WaitOptions {
  readonly any?: boolean;
  readonly hold?: number;
}

export const wait: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "wait",
      summary: "Wait for requests to close",
      more: "For one id it prints and exits like ask. For several it prints a line for each that has closed, id and answer separated by a tab, and exits 0 once all have, or any with --any; a line end within an answer is shown as \\n there, --json has it exactly. Of an answer that was erased, and an approval by which nothing runs any more, standard output gets nothing, and the exit code is 16.",
      examples: [
        "npx earshot wait req_01j…",
        "npx earshot wait req_01j… req_01k… --any --hold 10m",
      ],
    })
      .addArgument(idArgument("req", "<id...>", "agent"))
      .option("--any", "end as soon as one has closed")
      .option("--hold <duration>", "wait at most so long, then exit 75", duration),

  async run(context, command) {
    const [ids] = command.processedArgs as [RequestId[]];
    const { any, hold } = command.opts<WaitOptions>();
    const earshot = context.connectAs("agent");
    const [first] = ids;
    if (ids.length === 1 && first !== undefined) {
      return await waitAndPrint(context, earshot, { id: first, holdMs: hold });
    }
    const waited = await untilAll(earshot, ids, {
      until: any === true ? "any" : "all",
      ...present({ holdMs: hold }),
      signal: context.signal,
    });
    return printMany(context, waited);
  },
};

function printMany({ output, options }: RunContext, { outcome, requests }: WaitedMany): number {
  const over = requests.flatMap(({ request }) => {
    const why = noLongerStands(request);
    return why === undefined ? [] : [`${request.id}: ${why}`];
  });
  if (options.json === true) {
    output.json({ outcome, requests: requests.map(withoutWhatIsOver) });
  } else for (const line of closedLines(requests)) output.line(line);
  for (const note of over) output.note(note);
  if (outcome !== "settled") return EXIT_CODES.pending;
  return over.length === 0 ? EXIT_CODES.answered : EXIT_CODES.over;
}

function closedLines(requests: readonly Waited[]): string[] {
  return requests
    .filter(
      ({ outcome, request }) => outcome !== "pending" && noLongerStands(request) === undefined,
    )
    .map(({ request, outcome }) => {
      const said = request.status === "answered" ? answerText(request.answer) : `(${outcome})`;
      return `${request.id}\t${said.replaceAll("\n", "\\n")}`;
    });
}
