/* The scripts that prove, by volume and seed. */

export const crash =
  (...options: readonly string[]) =>
  (volume: number, seed: number) => [
    "scripts/crash.ts",
    "--cycles",
    String(volume),
    "--seed",
    String(seed),
    ...options,
  ];

export const simulate =
  (...options: readonly string[]) =>
  (volume: number, seed: number) => [
    "scripts/simulate.ts",
    "--seeds",
    String(volume),
    "--from",
    String(seed),
    ...options,
  ];

export const hours = (volume: number, seed: number) => [
  "scripts/hours.ts",
  "--operators",
  String(volume),
  "--seed",
  String(seed),
];

export const mutants = (volume: number, seed: number) => [
  "scripts/policy-mutants.ts",
  "--mutants",
  String(volume),
  "--seed",
  String(seed),
];
