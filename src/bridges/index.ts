/** What a bridge from an agent framework to people needs. Everything exported here is public. */
export type { JsonObject } from "../domain/json.ts";
export type { PatchOperation } from "../domain/json-patch.ts";
export type { AskedBack } from "../domain/requests/asked-back.ts";
export { refusalOf } from "../guard/gate.ts";
export type { OnAskedBack } from "./answer-asked.ts";
export type { Given, SoughtCall, Values } from "./outcomes.ts";
export {
  askFor,
  type Called,
  type Matter,
  type OutcomeOf,
  type PutOptions,
  putToPeople,
  type Questioned,
  seek,
} from "./put-to-people.ts";
export type { StableKey } from "./stable-key.ts";
export { type TakenCall, type TakeOptions, take } from "./take.ts";
export { withBytes } from "./with-bytes.ts";
export { openThread, type ThreadInput, type WithdrawInput, withdraw } from "./withdraw.ts";
