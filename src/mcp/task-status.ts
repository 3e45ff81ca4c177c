import type { Request } from "../domain/requests/request.ts";

interface TaskStatus {
  readonly status: "working" | "completed" | "cancelled";
  readonly statusMessage: string;
}

/** What a request is as a task. A no is a result like any other: no task fails for it. */
export function taskStatusOf(request: Request): TaskStatus {
  switch (request.status) {
    case "open":
      return request.kind === "question"
        ? { status: "working", statusMessage: "Waiting for a person to answer." }
        : { status: "working", statusMessage: "Waiting for people to decide." };
    case "answered":
      return { status: "completed", statusMessage: "A person has answered." };
    case "approved":
      return {
        status: "completed",
        statusMessage:
          request.over === undefined
            ? "It was approved."
            : "It was approved, and nothing runs by that any more.",
      };
    case "rejected":
      return { status: "completed", statusMessage: "It was rejected." };
    case "expired":
      return request.kind === "question"
        ? { status: "completed", statusMessage: "Nobody answered in time." }
        : { status: "completed", statusMessage: "Nobody decided in time." };
    case "abandoned":
      return { status: "completed", statusMessage: "It was given up: nobody has responded." };
    case "assumed":
      return {
        status: "completed",
        statusMessage: "Nobody has answered: it goes on with an assumption.",
      };
    case "cancelled":
      return request.closedBy.principal === request.agent
        ? { status: "cancelled", statusMessage: "Withdrawn by the agent." }
        : { status: "completed", statusMessage: "Cancelled by a person." };
  }
}
