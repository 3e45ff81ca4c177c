import {
  BRIDGED,
  CLIENT_RUNTIMES,
  cellsOf,
  ENGINES,
  FAULTY_CLIENTS,
  OPENAPI_CLIENTS,
  PYTHON_BRIDGES,
  PYTHON_CLIENTS,
  PYTHON_RUNS,
} from "./proof-cells.ts";

const CLIENT_CELLS = cellsOf([...FAULTY_CLIENTS, ...PYTHON_CLIENTS]);

/** What is proved with frameworks, languages and programs of others, or by runs of whole suites. */
export const RIGS = {
  peers: {
    proves: "each peer of the bench can be installed, measured and traced here, or says why not",
    unit: "runs",
    small: 0,
    full: 1,
    each: 1,
    tests: [],
    script: () => ["bench/peers.ts", "--quick"],
  },
  encoder: {
    proves:
      "a small encoder tells kinds of tasks in three languages, or says why it cannot run here",
    unit: "runs",
    small: 0,
    full: 1,
    each: 1,
    tests: [],
    script: () => ["bench/liaison/encoder.ts"],
  },
  deploy: {
    proves: "the examples for deployments are run by what is installed here",
    unit: "runs",
    small: 1,
    full: 1,
    each: 1,
    tests: ["test/deploy/deploy.test.ts", "test/deploy/nginx.test.ts", "test/nodes/pods.test.ts"],
  },
  python: {
    proves:
      "the client for Python, installed from its wheel, loses and doubles nothing wherever a kill falls",
    unit: "runs",
    small: 0,
    full: PYTHON_RUNS.length,
    each: 1,
    cells: PYTHON_RUNS,
    tests: ["test/python/python.test.ts"],
  },
  "bridges-python": {
    proves:
      "each bridge in Python asks, edits, refuses and outlives kills with its framework, as its page says",
    unit: "frameworks",
    small: 0,
    full: PYTHON_BRIDGES.length,
    each: 1,
    cells: PYTHON_BRIDGES,
    tests: ["test/python/bridges.test.ts"],
  },
  "client-faults": {
    proves: "no answer is lost by a client that gives up after 1 to 10 s, the Python SDKs included",
    unit: "cells",
    small: cellsOf(FAULTY_CLIENTS).length,
    full: CLIENT_CELLS.length,
    each: 1,
    cells: CLIENT_CELLS,
    tests: ["test/mcp/faults.test.ts"],
  },
  "client-nodes": {
    proves: "earshot-client asks, waits and guards on each Node from 20 on, and in workerd",
    unit: "runtimes",
    small: 1,
    full: CLIENT_RUNTIMES.length,
    each: 1,
    cells: CLIENT_RUNTIMES,
    tests: ["test/client-package/client-package.test.ts"],
  },
  bridges: {
    proves:
      "a call behind a framework runs at most once, as people decided it, wherever a kill falls",
    unit: "frameworks",
    small: 0,
    full: BRIDGED.length,
    each: 1,
    cells: BRIDGED,
    tests: ["test/bridges/rigs.test.ts"],
  },
  engines: {
    proves:
      "a run that sleeps in an engine is woken once when people have decided, wherever a kill falls",
    unit: "engines",
    small: 0,
    full: ENGINES.length,
    each: 1,
    cells: ENGINES,
    tests: ["test/engines/engines.test.ts"],
  },
  openapi: {
    proves:
      "clients that generators make of the OpenAPI document compile, and their calls are taken",
    unit: "clients",
    small: 0,
    full: OPENAPI_CLIENTS.length,
    each: 1,
    cells: OPENAPI_CLIENTS,
    tests: ["test/openapi/clients.test.ts"],
  },
  site: {
    proves: "docs become a site without a dead link, whose search finds its pages",
    unit: "builds",
    small: 0,
    full: 1,
    each: 1,
    tests: ["test/site/site.test.ts"],
  },
  suite: {
    proves: "all tests pass, time after time",
    unit: "runs",
    small: 1,
    full: 4,
    each: 1,
    tests: [],
    script: () => ["scripts/suite.ts"],
  },
  "suite-busy": {
    proves: "all tests pass on a machine that does other things, too",
    unit: "runs",
    small: 0,
    full: 2,
    each: 1,
    tests: [],
    script: () => ["scripts/suite.ts", "--busy", "2"],
  },
} as const;
