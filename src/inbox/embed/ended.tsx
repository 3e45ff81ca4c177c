import type { ShownRequest } from "../../domain/requests/request.ts";
import { Notice } from "../ui/notice.tsx";
import { say } from "./messages/messages.ts";

/** How it ended, in words for whoever was asked. */
export function Ended({ request: { status } }: { readonly request: ShownRequest }) {
  const isDone = status === "answered" || status === "approved";
  return (
    <Notice kind={isDone ? "good" : "info"}>
      {status === "open" ? null : say(`ended.${status}`)}
    </Notice>
  );
}
