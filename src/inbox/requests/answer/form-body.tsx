import type { QuestionRequest, Shown } from "../../../domain/requests/request.ts";
import type { BodyProps } from "../pane/body-props.ts";
import { takeFields } from "./draft-answer.ts";
import { fieldAnswers } from "./field-answers.ts";
import { QuestionBody } from "./question-body.tsx";

takeFields(fieldAnswers);

/** A question whose form has fields; few have one. */
export function FormBody(props: BodyProps<Shown<QuestionRequest>>) {
  return <QuestionBody {...props} />;
}
