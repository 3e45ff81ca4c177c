import type { ShownRequest } from "../../domain/requests/request.ts";
import { actionHeading } from "../../render/action-heading.ts";
import { reader } from "./render-words.ts";
import { questionLine } from "./words.ts";

/** What is asked, on one line: the question's heading, or Earshot's own sentence for an action. */
export function askOf(request: ShownRequest): string {
  if (request.kind === "question") return questionLine(request);
  return actionHeading(request.authorization, reader);
}
