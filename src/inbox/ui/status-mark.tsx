import type { RequestStatus } from "../../domain/requests/request.ts";
import { Icon, type IconName } from "./icon.tsx";
import { say } from "./messages/messages.ts";

const ICONS: Readonly<Record<RequestStatus, IconName>> = {
  open: "question",
  answered: "check",
  approved: "check",
  rejected: "cross",
  responded: "conversations",
  expired: "clock",
  cancelled: "close",
  abandoned: "close",
  assumed: "question",
};

export function StatusMark({ status }: { readonly status: RequestStatus }) {
  return (
    <span class={`status status-${status}`}>
      <Icon name={ICONS[status]} />
      {say(`status.${status}`)}
    </span>
  );
}
