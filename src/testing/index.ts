/** The test kit. Whatever is exported here is public; adding to it is a promise. */
import "../system/needs-node.ts";

export { createFakeWorld, type FakeWorld, type FakeWorldOptions } from "./fake-channel.ts";
export { createFakeClock, type FakeClock, settled } from "./fake-clock.ts";
export type { AskedOfPerson, AskedQuestion } from "./simulated-person/asked-questions.ts";
export type {
  DetailState,
  KnownDetail,
  KnownFeedback,
  KnownTask,
} from "./simulated-person/known-task.ts";
export {
  type MeasurePeopleOptions,
  measurePeople,
  type PersonaFigures,
} from "./simulated-person/measure-people.ts";
export { PERSONAS, type Persona } from "./simulated-person/personas.ts";
export {
  type ConversationDoors,
  type ConversationOptions,
  type ConversationRecord,
  type PersonDoor,
  runConversation,
  type WorkerDoor,
} from "./simulated-person/run-conversation.ts";
export { PERSON_FAULTS, type PersonFault } from "./simulated-person/seen-faults.ts";
export {
  createSimulatedPerson,
  type SaidByPerson,
  type SimulatedPerson,
  type SimulatedPersonOptions,
} from "./simulated-person/simulated-person.ts";
export {
  type SimulationOptions,
  type SimulationResult,
  simulate,
} from "./simulator/simulate.ts";
