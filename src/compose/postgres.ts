import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { createSteadyClock } from "../core/call/steady-clock.ts";
import { EarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import { createPostgresGraph } from "../store/graph/postgres-graph.ts";
import { createInboxReader } from "../store/inbox/postgres-inbox-reader.ts";
import { createAuditReader } from "../store/log/postgres-log-reader.ts";
import { createPatternTexts } from "../store/memory/pattern-texts.ts";
import { createDatabaseClock, type DatabaseClock } from "../store/postgres/database-clock.ts";
import { createOthers } from "../store/postgres/listener.ts";
import { createSharedSecrets } from "../store/postgres/shared-secrets.ts";
import { createTurns } from "../store/postgres/turns.ts";
import { openPostgresStore } from "../store/postgres-store.ts";
import { reachPostgres } from "../store/setup/check-reach.ts";
import { holdsRecord } from "../store/setup/has-workspace.ts";
import { MIGRATION } from "../store/setup/migrate-postgres.ts";
import { systemClock } from "../system/clock.ts";
import { readStoreMark, type StoreMark, writeStoreMark } from "../system/data-folder.ts";
import { type DeploymentKeyPlaces, findDeploymentKey } from "../system/deployment-key.ts";
import { createPatternSearch } from "../system/pattern-search.ts";
import {
  databaseOf,
  type PostgresOptions,
  passwordsOf,
  postgresPlace,
} from "../system/postgres-url.ts";
import { openSharedKeys } from "../system/shared-keys.ts";
import { tellingOthers } from "./database-watch.ts";
import type { OpenStore, StoreOptions } from "./store.ts";

const PATIENCE_MS = 30_000;
const NAME_BYTES = 6;

/** A node over a shared database. Everything else of it is in its data folder. */
export async function openPostgres(
  opened: AsyncDisposableStack,
  { paths, log, addSecret, longestPauseMs, onUpgrade, signal }: StoreOptions,
  { url, poolSize, deploymentKey, patienceMs = PATIENCE_MS, onWait = () => {} }: PostgresOptions,
): Promise<OpenStore> {
  passwordsOf(url).forEach(addSecret);
  const place = postgresPlace(url);
  const reached = await reachPostgres({
    ...MIGRATION,
    url,
    place,
    database: databaseOf(url),
    patienceMs,
    signal,
    onWait: (reason) =>
      onWait(`PostgreSQL at ${place} does not answer yet (${reason}). Waiting for it …`),
  });
  opened.defer(() => reached.close());
  const mark = readStoreMark(paths.root);
  if (mark?.isMoving === true) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The move of ${paths.root} to PostgreSQL at ${mark.place} was broken off. Run it again: npx earshot migrate sqlite-to-postgres.`,
    );
  }
  // Before any table is made, so that a database at a wrong address stays as it was.
  if (isElsewhere(mark, place) && !(await holdsRecord(url))) throw elsewhereError(mark, place);
  const node = newNodeName();
  let databaseClock: DatabaseClock | undefined;
  const { store, database, timeline, close } = await openPostgresStore({
    url,
    node,
    migrating: reached,
    onUpgrade,
    onTime: (sample) => databaseClock?.observe(sample),
    ...present({ poolSize }),
  });
  opened.defer(close);
  const turns = createTurns({ database });
  opened.defer(() => turns.close());
  databaseClock = await createDatabaseClock(database, systemClock.elapsed);
  opened.defer(async () => databaseClock?.close());
  const clock = createSteadyClock(databaseClock, { longestPauseMs });
  const { now } = clock;
  const places = { path: paths.deploymentKey, given: deploymentKey };
  const keys = await openSharedKeys({
    secrets: createSharedSecrets(database),
    deploymentKey: places,
    turns,
    now,
  });
  writeStoreMark(paths.root, { store: "postgres", place, ...keyOrigin(places) });
  log.info({ node, place }, "a node over PostgreSQL");
  const search = createPatternSearch(createPatternTexts(url));
  opened.defer(() => search.close());
  const inbox = createInboxReader(url);
  opened.defer(() => inbox.close());
  const { signer, vault, stateSecret } = keys;
  return {
    ports: {
      store,
      search,
      inbox,
      clock,
      turns,
      signer,
      vault,
      audit: createAuditReader(url),
      graph: createPostgresGraph(database, store),
      others: tellingOthers(createOthers({ database, timeline, node }), { log, place }),
    },
    stateSecret,
    place: `PostgreSQL at ${place}`,
    pool: database.pool,
  };
}

/** So that nobody looks for the key in the data folder. */
function keyOrigin(places: DeploymentKeyPlaces): Pick<StoreMark, "keyFrom"> {
  const from = places.given === undefined ? undefined : findDeploymentKey(places)?.from;
  return from === undefined ? {} : { keyFrom: from };
}

function isElsewhere(mark: StoreMark | undefined, place: string): mark is StoreMark {
  return mark !== undefined && mark.place !== place;
}

/** The record may have moved to another address. Without this check a second one would begin here. */
function elsewhereError({ place: known }: StoreMark, place: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The record of this node's data folder is in PostgreSQL at ${known}, and the database at ${place} is empty. Start it with the address of the former; or restore a backup into the latter first; or choose another folder with --data for a node of a new deployment.`,
    { details: { known, place } },
  );
}

/** A fresh one with every start: what a former process of this machine held is not this one's. */
function newNodeName(): string {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9.-]/g, "-")
    .slice(0, 24);
  return `${host}.${process.pid}.${randomBytes(NAME_BYTES).toString("hex")}`;
}
