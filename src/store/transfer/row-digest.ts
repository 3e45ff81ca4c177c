import { hash } from "node:crypto";

const MODULUS = 2n ** 256n;

/** Adds up rows, in whatever order they come. */
export interface RowDigest {
  add(text: string): void;
  readonly rows: number;
  /** Hexadecimal; the same for the same rows. */
  value(): string;
}

/*
 * The engines may order rare text differently, so what is compared does not depend on order: the
 * hashes of the rows are added up, and a row that is there twice counts twice.
 */
export function createRowDigest(): RowDigest {
  let sum = 0n;
  let rows = 0;
  return {
    add(text) {
      sum = (sum + BigInt(`0x${hash("sha256", text)}`)) % MODULUS;
      rows += 1;
    },
    get rows() {
      return rows;
    },
    value: () => sum.toString(16).padStart(64, "0"),
  };
}
