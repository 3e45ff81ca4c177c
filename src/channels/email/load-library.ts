import { EarshotError } from "../../domain/errors.ts";

/**
 * Loads a library that only this channel needs. Throws INVALID_INPUT that says how to install it.
 */
export async function loadLibrary<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The e-mail channel needs the package ${name}, which is not installed here: npm install ${name}`,
      { cause },
    );
  }
}
