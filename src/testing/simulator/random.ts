/** Chance from a seed: the same seed gives the same choices. */
export interface Random {
  /** 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  fill(bytes: Uint8Array): void;
}

/** The generator sfc32 of PractRand, seeded from one number. */
export function createRandom(seed: number): Random {
  let a = seed | 0;
  let b = 0x9e3779b9;
  let c = 0x243f6a88;
  let counter = 1;

  function word(): number {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  }
  for (let round = 0; round < 12; round++) word();

  const next = () => word() / 2 ** 32;
  return {
    next,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from.");
      return item;
    },
    fill(bytes) {
      for (let index = 0; index < bytes.length; index++) bytes[index] = word() & 0xff;
    },
  };
}
