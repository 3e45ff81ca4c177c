import type { Command } from "commander";
import type { Timestamp } from "../../../domain/timestamp.ts";
import type { RecordState } from "../../../ports/earshot/audit.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { Output } from "../../terminal/output.ts";

export function defineRecord(program: Command): Command {
  return program
    .command("record")
    .summary("See whether the record lost anything, and accept it as it is")
    .description("See whether the record lost anything, and accept it as it is.");
}

export const showRecord: CommandModule = {
  define: (record) =>
    addCommand(record, {
      usage: "show",
      summary: "Show whether the record waits to be accepted",
      more: "A record goes back where a database fails over to a server that lagged, or where an earlier file is put in its place. Nodes notice it by what they remember and by the anchor. Until an owner accepts the record no approval is used.",
      examples: ["npx earshot record show"],
    }),

  async run(context) {
    const { output, options } = context;
    const state = await context.connectAs("operator").recordState();
    if (options.json === true) output.json(state);
    else tell(output, state);
    return EXIT_CODES.answered;
  },
};

export const acceptRecord: CommandModule = {
  define: (record) =>
    addCommand(record, {
      usage: "accept",
      summary: "Accept the record as it is, so that approvals are used again",
      changes: true,
      more: "Approvals from before the loss stay void: agents seek them again. What was revoked, halted or answered in the time that is lost is as if it had never been, so look at keys, operators and agents first. It takes an owner's key.",
      examples: ["npx earshot record accept"],
    }),

  async run(context) {
    const { output, options, call } = context;
    const earshot = context.connectAs("operator");
    const { head, setBack } = await earshot.recordState();
    // Whoever may not accept it is told so, also where there is nothing to accept.
    const state = await earshot.acceptRecord({ event: setBack?.event ?? Math.max(head, 1) }, call);
    if (options.json === true) output.json(state);
    else if (setBack === undefined) tell(output, state);
    else output.note(`Accepted event ${setBack.event}: approvals are used again.`);
    return EXIT_CODES.answered;
  },
};

function tell(output: Output, { head, setBack, promotedAt }: RecordState): void {
  if (setBack === undefined) {
    output.line(`The record reaches to event ${head}, and waits for nothing to be accepted.`);
    if (promotedAt !== undefined) output.line(promotedLine(promotedAt));
    return;
  }
  const { event, from, to, at, by } = setBack;
  const witness = by === "memory" ? "what a node remembered" : "a checkpoint";
  output.line(
    `${output.style.bad("The record went back")}, noticed ${at} by ${witness} (event ${event}).`,
  );
  output.line(`Event ${from} had been committed; the log ended at ${to}.`);
  output.line("No approval is used until an owner accepts the record; those from before are void.");
  output.note("What was revoked, halted or decided in that time may have to be done again. See:");
  output.note("npx earshot keys list; npx earshot agents list; npx earshot audit verify --anchor");
  output.note("Then: npx earshot record accept");
}

function promotedLine(at: Timestamp): string {
  return `Another server became the database at ${at}. Nothing is lost that a node remembered or an anchor holds; what neither knew cannot be noticed.`;
}
