import { encoderAt } from "../../src/compose/load-encoder.ts";
import { createNearness, type NearnessFinder } from "../../src/liaison/cases/nearness.ts";

/** By the encoder that the setting of a server would name; a failure ends the measurement. */
export async function nearnessBy(named: string): Promise<NearnessFinder> {
  const encoder = await encoderAt(named, undefined)();
  return createNearness(encoder, (error) => {
    throw error;
  });
}
