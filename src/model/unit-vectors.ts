import { EarshotError } from "../domain/errors.ts";

/** More axes than any encoder has that is worth asking here. */
const MAX_AXES = 8_192;

/** What an encoder gave, as vectors of length 1. Throws MODEL_FAILED if it is not one for each text. */
export function unitVectors(
  name: string,
  given: readonly unknown[],
  count: number,
): readonly Float32Array[] {
  if (given.length !== count) {
    throw wrong(name, `made ${given.length} vectors of ${count} texts`);
  }
  const axes = lengthOf(given[0]);
  return given.map((one) => {
    if (!isVector(one) || one.length !== axes || axes === 0 || axes > MAX_AXES) {
      throw wrong(name, "made vectors of different sizes, or none");
    }
    return toUnit(Float32Array.from(one), name);
  });
}

function lengthOf(one: unknown): number {
  return isVector(one) ? one.length : 0;
}

function isVector(one: unknown): one is readonly number[] {
  return Array.isArray(one) && one.every((axis) => typeof axis === "number");
}

function toUnit(vector: Float32Array, name: string): Float32Array {
  let sum = 0;
  for (const axis of vector) sum += axis * axis;
  if (!(Number.isFinite(sum) && sum > 0)) throw wrong(name, "made a vector without a direction");
  const length = Math.sqrt(sum);
  return vector.map((axis) => axis / length);
}

function wrong(name: string, what: string): EarshotError {
  return new EarshotError("MODEL_FAILED", `${name} ${what}.`, { details: { encoder: name } });
}
