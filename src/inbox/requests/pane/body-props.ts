import type { ShownRequest } from "../../../domain/requests/request.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";

export interface BodyProps<R extends ShownRequest> {
  readonly detail: InboxDetail;
  readonly request: R;
  readonly reload: () => void;
  readonly onDecided: () => void;
}
