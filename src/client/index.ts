/** Earshot over HTTP. Whatever is exported here is public; adding to it is a promise. */
export type { Conversation, Message } from "../domain/conversation.ts";
export {
  EarshotError,
  ERRORS,
  type ErrorCode,
  type ErrorRule,
  isEarshotError,
} from "../domain/errors.ts";
export type { Event, EventData, EventType } from "../domain/event.ts";
export type * from "../domain/feedback.ts";
export type * from "../domain/id.ts";
export type { Json, JsonObject } from "../domain/json.ts";
export type * from "../domain/liaison.ts";
export type { Key, Principal, PrincipalKind, Role } from "../domain/principal.ts";
export {
  type Answer,
  answerText,
  type Form,
  type Option,
  type Question,
} from "../domain/question.ts";
export type { Request, RequestStatus, Waited } from "../domain/request.ts";
export type { Right } from "../domain/rights.ts";
export type { Actor, Surface } from "../domain/surface.ts";
export type * from "../domain/task-specification.ts";
export type * from "../ports/earshot.ts";
export type {
  AgentFitness,
  Bounded,
  LiaisonReply,
  LiaisonReport,
  SelectionRecord,
  TaskEvent,
} from "../ports/liaison.ts";
export type * from "../ports/mailbox.ts";
export type * from "../ports/status.ts";
export type * from "../ports/tool-door.ts";
export { type ClientOptions, createClient, type EarshotClient } from "./client.ts";
export type { Endpoint } from "./nodes.ts";
export { type UntilClosedOptions, untilAll, untilClosed } from "./until-closed.ts";
