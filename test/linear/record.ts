import type { EarshotClient } from "../../src/client/index.ts";
import { ERRORS, isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { answerText } from "../../src/domain/requests/question.ts";
import type { ShownRequest } from "../../src/domain/requests/request.ts";
import type { Attempt, Reply, RequestHistory, Standing, Wish } from "./history.ts";

/** Somebody at a door, by whose name the record says who called and where. */
export interface Recorded {
  readonly client: EarshotClient;
  readonly name: string;
}

/** Writes down what is attempted with one request, and how it went. */
export interface Recorder {
  /** Once: what got no reply is left to the caller to attempt again. The request, where it was told. */
  attempt(
    by: Recorded,
    wish: Wish,
    call: (client: EarshotClient) => Promise<ShownRequest>,
  ): Promise<ShownRequest | undefined>;
  /** The servers may let it expire from now and so many milliseconds on. */
  mayExpireIn(ms: number): void;
  /** Known once an ask was told of it. */
  readonly id: RequestId | undefined;
  readonly history: RequestHistory;
}

/** How exactly an expiry may be off the time at which it was asked for. */
const CLOCKS_DIFFER_MS = 250;

export function createRecorder(): Recorder {
  const history: Attempt[] = [];
  let id: RequestId | undefined;

  function replyOf(request: ShownRequest): Reply {
    id ??= request.id;
    return id === request.id ? standingOf(request) : "another";
  }

  return {
    history,
    get id() {
      return id;
    },
    async attempt({ client, name }, wish, call) {
      const calledAt = performance.now();
      // Noted now: what never comes to an end has begun all the same.
      const index = history.push({ wish, calledAt, by: name }) - 1;
      const note = (reply: Reply) => {
        const returned = { at: performance.now(), reply };
        history[index] = { wish, calledAt, returned, by: name };
      };
      try {
        const request = await call(client);
        note(replyOf(request));
        return request;
      } catch (error) {
        const reply = refusalOf(error);
        if (reply !== undefined) note(reply);
        return undefined;
      }
    },
    mayExpireIn(ms) {
      const calledAt = performance.now() + ms - CLOCKS_DIFFER_MS;
      history.push({ wish: { kind: "expire" }, calledAt });
    },
  };
}

/** What a refusal says of the request; undefined where nobody knows what has happened. */
function refusalOf(error: unknown): Reply | undefined {
  if (isEarshotError(error, "REQUEST_CLOSED")) return "too_late";
  if (isEarshotError(error, "NOT_FOUND")) return "none";
  if (isEarshotError(error) && ERRORS[error.code].retry !== "never") return undefined;
  throw error;
}

function standingOf(request: ShownRequest): Standing {
  switch (request.status) {
    case "answered":
      return `answered: ${answerText(request.answer)}`;
    case "approved":
      return `approved: ${request.closedBy?.principal}`;
    case "rejected":
      return `rejected: ${request.reason}`;
    case "cancelled":
      return `cancelled: ${request.reason}`;
    default:
      return request.status;
  }
}
