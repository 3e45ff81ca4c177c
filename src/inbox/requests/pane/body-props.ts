import type { Request } from "../../../domain/requests/request.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";

export interface BodyProps<R extends Request> {
  readonly detail: InboxDetail;
  readonly request: R;
  readonly reload: () => void;
  readonly onDecided: () => void;
}
