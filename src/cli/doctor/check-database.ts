import { statSync } from "node:fs";
import { visibleText } from "../../render/visible-text.ts";
import { connect, type OpenConnection } from "../../store/postgres/connection.ts";
import { openDatabase } from "../../store/postgres/open-database.ts";
import { createSharedSecrets } from "../../store/postgres/shared-secrets.ts";
import { reachPostgres } from "../../store/setup/check-reach.ts";
import { dataPaths, readStoreMark } from "../../system/data-folder.ts";
import { findDeploymentKey, fingerprintOf } from "../../system/deployment-key.ts";
import { databaseOf, postgresPlace } from "../../system/postgres-url.ts";
import { createSealedSecrets, SECRET_NAMES } from "../../system/sealed-secrets.ts";
import { type Finding, unknown } from "../terminal/finding.ts";
import { checkNodes } from "./check-nodes.ts";
import { checkNotices } from "./check-notices.ts";
import { checkReach } from "./check-reach.ts";
import { checkServer } from "./check-server.ts";

export interface DatabaseToCheck {
  readonly url: string;
  readonly data: string;
  readonly deploymentKey: string | undefined;
}

/** What a node needs of its database, each with what mends it. */
export async function checkDatabase(target: DatabaseToCheck): Promise<Finding[]> {
  const { url } = target;
  const place = postgresPlace(url);
  try {
    await reachPostgres({ url, place, database: databaseOf(url), patienceMs: 0, onWait: () => {} });
  } catch (error) {
    return [unknown("postgresql", error)];
  }
  const owner = await connect({ url, purpose: "doctor", as: "owner" });
  try {
    const reached: Finding = { check: "postgresql", state: "ok", detail: place };
    const checks = [
      () => checkServer(owner),
      () => checkRole(url),
      () => checkNotices(owner),
      () => checkReach(owner),
      () => checkNodes(owner),
      () => checkDeploymentKey(target),
    ];
    const findings = [reached];
    for (const check of checks) findings.push(...(await check().catch(failed)));
    return findings;
  } finally {
    await owner.close();
  }
}

function failed(error: unknown): Finding[] {
  return [unknown("postgresql", error)];
}

/** A role that bypasses row-level security would see the rows of every workspace. */
async function checkRole(url: string): Promise<Finding[]> {
  const check = "role";
  let app: OpenConnection | undefined;
  try {
    app = await connect({ url, purpose: "doctor" });
    const [role] = await app.query<{ name: string; bypasses: boolean }>(
      "select rolname::text as name, rolbypassrls or rolsuper as bypasses from pg_roles where rolname = current_user",
    );
    if (role === undefined) return [];
    if (!role.bypasses) {
      const detail = `${role.name}, which cannot bypass row-level security`;
      return [{ check, state: "ok", detail }];
    }
    const detail = `${role.name} bypasses row-level security. Mend, as an administrator: alter role ${role.name} nosuperuser nobypassrls;`;
    return [{ check, state: "failed", detail }];
  } catch (error) {
    return [unknown(check, error)];
  } finally {
    await app?.close();
  }
}

const OTHERS = 0o077;

/** Present, for its owner alone, and the one with which the keys of this database are sealed. */
async function checkDeploymentKey({
  url,
  data,
  deploymentKey: given,
}: DatabaseToCheck): Promise<Finding[]> {
  const check = "deployment key";
  const { deploymentKey: path } = dataPaths(data);
  const database = await openDatabase({ url, poolSize: 1 });
  try {
    const key = findDeploymentKey({ path, given });
    const keyFrom = readStoreMark(data)?.keyFrom;
    if (key === undefined && keyFrom !== undefined) {
      const detail = `The node was given it by ${visibleText(keyFrom, { keepLines: false })}. To check it as well: --deployment-key FILE`;
      return [{ check, state: "ok", detail }];
    }
    if (key === undefined) {
      const detail = `There is none in ${path}. Copy it out of the data folder of another node, or name it with --deployment-key FILE; the first node makes it.`;
      return [{ check, state: "warning", detail }];
    }
    const isFile = key.from !== "EARSHOT_DEPLOYMENT_KEY";
    if (isFile && (statSync(key.from).mode & OTHERS) !== 0) {
      const detail = `Other users can read ${key.from}. Mend: chmod go= ${key.from}`;
      return [{ check, state: "failed", detail }];
    }
    const secrets = createSealedSecrets(createSharedSecrets(database), key);
    const stored = await secrets.read(SECRET_NAMES.deployment);
    const what = stored === undefined ? "nothing is sealed with it yet" : "opens what nodes share";
    return [{ check, state: "ok", detail: `${key.from} (${fingerprintOf(key)}): ${what}` }];
  } catch (error) {
    return [unknown(check, error)];
  } finally {
    await database.close();
  }
}
