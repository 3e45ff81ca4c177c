import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { volumeOf } from "../../scripts/proofs/proofs.ts";
import { authorityPlace } from "../../src/system/anchors/authority.ts";
import { digestOf, readStamp } from "../../src/system/anchors/time-stamp.ts";
import { testFolder } from "../support/cli.ts";
import { findPythons, NO_PYTHON } from "../support/python.ts";
import { HAS_OPENSSL, openTimeAuthority } from "../support/time-stamping.ts";
import { run } from "./installed.ts";

/* Time stamps as a library of somebody else reads them: `npm run prove -- time-stamps`. */

const CLIENT = "rfc3161-client==1.0.9";
const [python3] = findPythons("python3");

test.runIf(volumeOf("time-stamps") > 0)(
  "rfc3161-client reads a time stamp as audit verify does, and refuses it for another line",
  async (context) => {
    if (python3 === undefined) return context.skip(NO_PYTHON);
    if (!HAS_OPENSSL) return context.skip("openssl is not installed");
    const folder = testFolder();
    const env = join(folder, "env");
    const python = join(env, "bin", "python");
    run([python3, "-m", "venv", env]);
    run([python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", CLIENT]);
    const { url, ca } = await openTimeAuthority(folder);
    const stamps = join(folder, "anchor.stamps.jsonl");
    const line = '{"workspace":"default","seq":7}';
    await authorityPlace(url, { stamps }).write([line], new AbortController().signal);
    const token = Buffer.from(JSON.parse(readFileSync(stamps, "utf8")).token, "base64");
    const [data, kept] = [join(folder, "line"), join(folder, "token.der")];
    writeFileSync(data, line);
    writeFileSync(kept, token);
    const checked = [join(import.meta.dirname, "check_stamp.py"), data, kept, ca];
    const { at } = readStamp(token, digestOf(line));
    expect(run([python, ...checked]).trim()).toBe(at.slice(0, 19));
    writeFileSync(data, `${line}x`);
    expect(spawnSync(python, checked, { encoding: "utf8" }).stderr).toContain("Mismatch");
  },
  300_000,
);
