/** The test kit. Whatever is exported here is public; adding to it is a promise. */
export { createFakeWorld, type FakeWorld, type FakeWorldOptions } from "./fake-channel.ts";
export { createFakeClock, type FakeClock, settled } from "./fake-clock.ts";
export {
  type SimulationOptions,
  type SimulationResult,
  simulate,
} from "./simulator/simulate.ts";
