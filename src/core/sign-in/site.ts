import { EarshotError } from "../../domain/errors.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Site } from "../../ports/earshot/operators.ts";

const ORIGIN = /^https?:\/\/((?:[a-z0-9-]+\.)*[a-z0-9-]+)(:\d{1,5})?$/;
const IPV4 = /^[\d.]+$/;

/**
 * The calling page, as far as the door has proved it. Throws NOT_ALLOWED where passkeys are not
 * possible.
 */
export function siteOf(options: Pick<CallOptions, "origin"> | undefined): Site {
  const origin = options?.origin;
  const [, rpId, port = ""] = ORIGIN.exec(origin ?? "") ?? [];
  if (origin !== undefined && rpId !== undefined && !IPV4.test(rpId)) return { origin, rpId };
  throw new EarshotError(
    "NOT_ALLOWED",
    origin === undefined
      ? "A passkey is used in the inbox: open it in a browser with npx earshot open."
      : `A passkey needs a host name, which ${origin} lacks: open the inbox at http://localhost${port}.`,
    { details: { reason: "no_host_name" } },
  );
}
