/* The proofs by kills: a program with signal 9, at any moment, again and again. */

import { crash } from "./proof-scripts.ts";

export const KILLS = {
  crash: {
    proves: "a server that is killed loses nothing that was acknowledged, and does nothing twice",
    unit: "kills",
    small: 3,
    full: 1_000,
    each: 100,
    tests: ["test/crash/crash.test.ts"],
    script: crash(),
  },
  "crash-nodes": {
    proves: "the same of two nodes and their PostgreSQL, killed, stopped or cut off",
    unit: "harms",
    small: 6,
    full: 1_000,
    each: 100,
    tests: ["test/postgres/proof/crash.test.ts"],
    script: crash("--postgres"),
  },
  "crash-hub": {
    proves: "nothing on its way to people or back is lost or done twice, wherever a kill falls",
    unit: "kills",
    small: 3,
    full: 1_000,
    each: 50,
    tests: ["test/crash/hub.test.ts"],
    script: crash("--hub"),
  },
  "crash-host": {
    proves: "a host and its server that are killed lose no question and run nothing twice",
    unit: "kills",
    small: 6,
    full: 1_000,
    each: 50,
    tests: ["test/crash/host.test.ts"],
    script: crash("--host"),
  },
  "crash-host-nodes": {
    proves: "the same of two hosts at two nodes",
    unit: "kills",
    small: 0,
    full: 500,
    each: 50,
    tests: ["test/postgres/proof/host-crash.test.ts"],
    script: crash("--host", "--postgres"),
  },
  "crash-erasure": {
    proves:
      "an erasure that was cut off can be said again, takes all that is left, and nothing else",
    unit: "kills",
    small: 1,
    full: 500,
    each: 50,
    tests: ["test/crash/erasure.test.ts"],
    script: crash("--erasure"),
  },
  "crash-erasure-nodes": {
    proves: "the same of a node over PostgreSQL",
    unit: "kills",
    small: 0,
    full: 100,
    each: 20,
    tests: ["test/postgres/proof/erasure-crash.test.ts"],
    script: crash("--erasure", "--postgres"),
  },
  "crash-upkeep": {
    proves:
      "a backup, restore, drill, upgrade or export that was cut off leaves nothing half and nothing over",
    unit: "kills",
    small: 5,
    full: 500,
    each: 50,
    tests: ["test/crash/upkeep.test.ts"],
    script: crash("--upkeep"),
  },
  "crash-upkeep-nodes": {
    proves: "a restore or move into PostgreSQL that was cut off leaves nothing or all",
    unit: "kills",
    small: 1,
    full: 100,
    each: 20,
    tests: ["test/postgres/proof/upkeep-crash.test.ts"],
  },
} as const;
