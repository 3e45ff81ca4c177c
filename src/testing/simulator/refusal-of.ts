import { isEarshotError } from "../../domain/errors.ts";
import type { AuthorityOracle } from "./authority-oracle.ts";

/** Runs a call that may be refused; gives the refusal, after which nothing of it may have happened. */
export async function refusalOf(
  call: Promise<unknown>,
  { key, authority }: { key: string; authority: AuthorityOracle },
) {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    authority.refused(key, error.message);
    return error;
  }
}
