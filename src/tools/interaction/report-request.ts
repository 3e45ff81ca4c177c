import type { Waited } from "../../domain/requests/request.ts";
import { type Collected, collectGrant } from "./collect-grant.ts";
import type { Waiting } from "./hold.ts";
import type { ReportOptions } from "./next-call.ts";
import { reportAuthorization } from "./report-authorization.ts";
import { reportQuestion } from "./report-question.ts";

type Reported = Pick<Waited, "request" | "joined" | "undeliverable"> & {
  readonly collected?: Collected;
};

/** A request as the tools report it: in the same shape by every tool, at any time. */
export function reportRequest(reported: Reported, options: ReportOptions) {
  return reported.request.kind === "question"
    ? reportQuestion(reported, options)
    : reportAuthorization(reported, options);
}

/** The same with the grant of an approval, which is collected now because it expires soon. */
export async function reportWithGrant(reported: Waited, context: Waiting) {
  const collected = await collectGrant(reported.request, context);
  return reportRequest(collected === undefined ? reported : { ...reported, collected }, {
    context,
  });
}
