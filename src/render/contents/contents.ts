import { present } from "../../domain/present.ts";
import { withNote } from "../../domain/requests/question.ts";
import type { Contents } from "../../ports/channels/contents.ts";
import { wordsIn } from "../messages/messages.ts";
import { errorWords } from "../refused-words.ts";
import { readerOf } from "../words/reader.ts";
import { messageContent } from "./content-message.ts";
import { whichContent } from "./content-which.ts";
import { NOTE_FIELD } from "./form-view.ts";
import { valuesToFields } from "./form-view-values.ts";
import { requestContent } from "./request-content.ts";
import { answerOfChosen, meaningOf } from "./request-content-meaning.ts";
import { wordsAct } from "./request-content-words.ts";
import { splitSaid } from "./split-text.ts";

/** What this room makes, in the form the hub asks for. */
export const contents: Contents = {
  request: (request, { language, timeZone = "UTC", ...options }) =>
    requestContent(request, { ...options, reader: readerOf({ language, timeZone }) }),
  message: ({ language, by, part, ...said }) =>
    messageContent({
      ...said,
      words: wordsIn(language),
      agentName: by,
      ...present({ part }),
    }),
  which: ({ language, ...asked }) => whichContent(asked, wordsIn(language)),
  split: splitSaid,
  meaning: meaningOf,
  chosen: answerOfChosen,
  words: wordsAct,
  refused: (error, language) => errorWords(error, wordsIn(language)),
  fields(values, request) {
    if (request.kind !== "question" || request.question.form.kind !== "fields") return undefined;
    const { schema, allowText: takesWords = false } = request.question.form;
    const fields = valuesToFields(schema, values);
    const entered = values[NOTE_FIELD];
    const note = typeof entered === "string" ? entered : "";
    // If words would do as well, words alone are the answer.
    const isNoteAlone = takesWords && Object.keys(fields).length === 0 && note.trim() !== "";
    return isNoteAlone ? { text: note } : withNote({ fields }, note);
  },
};
