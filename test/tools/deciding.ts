import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import type { AuthorizationRequest, Shown } from "../../src/domain/requests/request.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { digest } from "../../src/system/digest.ts";

/* Decides as a person at a terminal does, who looks at the request first. */

export async function look(
  operator: Pick<Earshot, "show">,
  id: RequestId,
): Promise<Shown<AuthorizationRequest>> {
  const { request } = await operator.show({ id });
  if (request.kind !== "authorization") throw new Error(`${id} is no authorization.`);
  return request;
}

/** Approves what is shown, or with other arguments what they make of it. */
export async function approve(
  operator: Pick<Earshot, "show" | "approve">,
  id: RequestId,
  args?: JsonObject,
): Promise<Shown<AuthorizationRequest>> {
  const { action, digest: shown } = (await look(operator, id)).authorization;
  const stands = args === undefined ? shown : digest.action({ ...action, args });
  return await operator.approve(
    { id, digest: stands, typed: stands.slice(0, 6), ...present({ args }) },
    { via: "console" },
  );
}
