import { closedLine } from "../../channels/console/closed-line.ts";
import { ENGLISH } from "../../channels/console/voice.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type {
  AuthorizationRequest,
  OpenAuthorization,
  Shown,
} from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";

/** The authorization with this id; for a question, says which command handles those. */
export async function findAuthorization(
  earshot: Pick<Earshot, "show">,
  id: RequestId,
): Promise<Shown<AuthorizationRequest>> {
  const { request } = await earshot.show({ id });
  if (request.kind === "authorization") return request;
  throw new EarshotError(
    "INVALID_INPUT",
    `Request ${id} is a question. npx earshot answer ${id} answers it.`,
  );
}

/** The same, while people may still decide, so that nobody is asked to look at a closed one. */
export async function findOpen(
  earshot: Pick<Earshot, "show">,
  id: RequestId,
): Promise<Shown<OpenAuthorization>> {
  const request = await findAuthorization(earshot, id);
  if (request.status === "open") return request;
  throw new EarshotError(
    "REQUEST_CLOSED",
    `Request ${id} is closed. ${closedLine(request, ENGLISH)}`,
  );
}
