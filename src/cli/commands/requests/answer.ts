import { EarshotError } from "../../../domain/errors.ts";
import type { RequestId } from "../../../domain/id.ts";
import { answerFromText } from "../../../domain/requests/answer-from-text.ts";
import type { Answer, Question } from "../../../domain/requests/question.ts";
import { attachmentsOf, withAnswerFiles } from "../../requests/answer-files.ts";
import {
  addHoldOptions,
  HELD_HELP,
  type HoldOption,
  holding,
  notSent,
  sentOf,
} from "../../requests/hold-here.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, collect } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

export const answer: CommandModule = {
  define: (program) =>
    addHoldOptions(
      addCommand(program, {
        usage: "answer",
        summary: "Answer a request",
        changes: true,
        more: `The text is taken exactly as given. A choice can be named by its label or number, several separated by commas; a form takes a JSON object. A file goes with --file and the name of its field, or its pointer in a group or a list, such as /stops/0/photo. ${HELD_HELP}`,
        examples: [
          "npx earshot answer req_01j… B",
          "npx earshot answer req_01j… 2",
          `npx earshot answer req_01j… '{"region":"eu"}'`,
          "npx earshot answer req_01j… B --note 'but not on Friday'",
          "npx earshot answer req_01j… --file invoice=may.pdf",
          "npx earshot answer req_01j… 'Like this' --attach sketch.png",
          "npx earshot answer req_01j… --default",
        ],
      }),
    )
      .addArgument(idArgument("req"))
      .argument("[text]", "the answer, exactly")
      .option("--default", "take the answer that the question offers")
      .option(
        "--file <field=path>",
        "a file for a field, with or without other fields as text; several, one after another",
        collect,
      )
      .option("--attach <path>", "a file or an image beside the answer; repeatable", collect)
      .option("--note <text>", "words beside it, where the question takes words"),

  async run(context, command) {
    const [id, text] = command.processedArgs as [RequestId, string | undefined];
    const given = command.opts<AnswerOptions>();
    const { default: isDefault, note, file: files = [] } = given;
    const takesDefault = isDefault === true;
    const isGiven = text !== undefined || (files.length > 0 && !takesDefault);
    if (takesDefault === isGiven) {
      command.error(
        'error: Give the answer\'s text, "" for an empty one, or --default to take what the question offers.',
      );
    }
    const earshot = context.connectAs("operator");
    const { request } = await earshot.show({ id });
    if (request.kind === "authorization") {
      throw new EarshotError(
        "INVALID_INPUT",
        `${id} is an authorization and takes no answer: npx earshot approve ${id}, or npx earshot reject ${id} --reason TEXT.`,
        { details: { id, kind: request.kind } },
      );
    }
    const isOnlyFiles = files.length > 0 && text === undefined && !takesDefault;
    const fields = isOnlyFiles ? { fields: {} } : answerOf(request.question, text);
    const written = noted(fields, note);
    const filled =
      files.length === 0
        ? written
        : await withAnswerFiles(earshot, request, { answer: written, files });
    const answer = { ...filled, ...(await attachmentsOf(earshot, id, given.attach)) };
    const held = holding(context, given);
    const decided = await earshot.answer({ id: request.id, answer, ...held }, context.call);
    const voice = await voiceHere(context, earshot);
    const [answered] = await sentOf({ ...context, voice }, earshot, [decided]);
    if (answered === undefined) return notSent(context);
    if (context.options.json === true) context.output.json(answered);
    else context.output.note(voice.own.say("done.answered", { id: request.id }));
    return EXIT_CODES.answered;
  },
};

interface AnswerOptions extends HoldOption {
  readonly default?: boolean;
  readonly note?: string;
  readonly file?: readonly string[];
  readonly attach?: readonly string[];
}

function noted(answer: Answer, note: string | undefined): Answer {
  if (note === undefined) return answer;
  if (!("text" in answer)) return { ...answer, note };
  throw new EarshotError(
    "INVALID_INPUT",
    "A note goes beside an option or fields, and this answer is in words. Leave out --note.",
  );
}

function answerOf(question: Question, text: string | undefined): Answer {
  if (text !== undefined) return answerFromText(question.form, text);
  if (question.default !== undefined) return question.default;
  throw new EarshotError(
    "INVALID_INPUT",
    "This question offers no default. Give the answer's text.",
  );
}
