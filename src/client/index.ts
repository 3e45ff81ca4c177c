/** Earshot over HTTP. Everything exported here is public: adding to it is a promise. */

export {
  EarshotError,
  ERRORS,
  type ErrorCode,
  type ErrorRule,
  isEarshotError,
} from "../domain/errors.ts";
export type * from "../domain/evidence/evidence-view.ts";
export type { AnswerFile } from "../domain/forms/file-fields.ts";
export type * from "../domain/id.ts";
export type { Json, JsonObject } from "../domain/json.ts";
export type { LiaisonReport } from "../domain/liaison/calibration.ts";
export type * from "../domain/liaison/feedback.ts";
export type { AgentFitness } from "../domain/liaison/fitness.ts";
export type * from "../domain/liaison/liaison.ts";
export type { Bounded } from "../domain/liaison/lower-bound.ts";
export type { SelectionRecord } from "../domain/liaison/selection-records.ts";
export type * from "../domain/liaison/task-specification.ts";
export type { Event, EventData, EventType } from "../domain/log/event.ts";
export type { Key, Principal, PrincipalKind, Right, Role } from "../domain/people/principal.ts";
export type { Conversation, Message } from "../domain/requests/conversation.ts";
export {
  type Answer,
  answerText,
  type Form,
  type Option,
  type Question,
} from "../domain/requests/question.ts";
export type { RequestStatus, ShownRequest as Request, Waited } from "../domain/requests/request.ts";
export type { Actor, Surface } from "../domain/surface.ts";
export type * from "../ports/earshot/earshot.ts";
export type * from "../ports/earshot/evidence.ts";
export type {
  AttachedFile,
  AttachmentInput,
  LiaisonReply,
  ShownConfidence,
  ShownLiaison,
  TaskEvent,
} from "../ports/earshot/liaison.ts";
export type * from "../ports/earshot/mailbox.ts";
export type * from "../ports/earshot/status.ts";
export type * from "../ports/earshot/tool-door.ts";
export { type ClientOptions, createClient, type EarshotClient } from "./client.ts";
export type { Endpoint } from "./nodes.ts";
export { type UntilClosedOptions, untilAll, untilClosed } from "./until-closed.ts";
export {
  type AskedBackCall,
  type CallHeaders,
  type ClosedCall,
  type TestCall,
  verifyCall,
} from "./verify-call.ts";
