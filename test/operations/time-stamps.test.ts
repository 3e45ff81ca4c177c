import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { authorityPlace, stampsBeside } from "../../src/system/anchors/authority.ts";
import {
  digestOf,
  readStamp,
  StampFault,
  stampRequest,
} from "../../src/system/anchors/time-stamp.ts";
import { testFolder } from "../support/cli.ts";
import { chained, exportedLog, lineOf, writeExport } from "../support/exported-log.ts";
import { listenAt } from "../support/listen.ts";
import { HAS_OPENSSL, openTimeAuthority } from "../support/time-stamping.ts";
import { runInProcess } from "./in-process.ts";

/* Anchors with the time stamps of an authority, which is the openssl that is installed. */

const why = HAS_OPENSSL ? "" : " (skipped: openssl is not installed)";
const { signal } = new AbortController();

/** A log of ten events whose last checkpoint an authority has stamped. */
async function stampedLog() {
  const folder = testFolder();
  const [at, others] = [join(folder, "tsa"), join(folder, "log")];
  for (const made of [at, others]) mkdirSync(made);
  const authority = await openTimeAuthority(at);
  const log = await exportedLog({ events: 10, sealed: [5, 10] });
  const files = writeExport(others, log);
  const stamps = stampsBeside(files.anchor);
  const place = authorityPlace(authority.url, { stamps });
  await place.write(log.anchor.slice(-1), signal);
  const verify = (...more: readonly string[]) =>
    runInProcess(
      "audit verify",
      ["--log", files.log, "--anchor", files.anchor, "--keys", files.keys].concat(more),
    );
  return { folder, authority, log, files, stamps, place, verify };
}

test.runIf(HAS_OPENSSL)(
  `an authority stamps a checkpoint once, and audit verify and openssl tell its time${why}`,
  async () => {
    const { folder, authority, log, stamps, place, verify } = await stampedLog();
    const line = log.anchor.at(-1) ?? "";
    await place.write([line], signal);
    const [kept = "", ...more] = readFileSync(stamps, "utf8").trim().split("\n");
    expect(more).toEqual([]);
    const whole = await verify("--tsa", authority.ca);
    expect(whole).toMatchObject({ code: 0, stderr: "" });
    expect(whole.stdout).toMatch(
      /^attested: the log up to event 10 was there at \d{4}-\S+Z, by CN=Example TSA, O=Clock Ltd$/m,
    );
    expect((await verify()).stdout).toContain(
      "as its own certificate says: give yours with --tsa FILE",
    );
    const [data, token] = [join(folder, "line"), join(folder, "token.der")];
    writeFileSync(data, line);
    writeFileSync(token, Buffer.from(JSON.parse(kept).token, "base64"));
    const by = ["ts", "-verify", "-data", data, "-in", token, "-token_in", "-CAfile", authority.ca];
    expect(execFileSync("openssl", by, { stdio: ["ignore", "pipe", "pipe"] }).toString()).toContain(
      "Verification: OK",
    );
  },
);

test.runIf(HAS_OPENSSL)(
  `a log and an anchor that the holder of the key writes anew do not match a time stamp${why}`,
  async () => {
    const { log, files, verify } = await stampedLog();
    const events = log.lines.map((line) => JSON.parse(line).event);
    const anew = chained(events.with(3, { ...events[3], actor: "prn_eve" }));
    const signed = await exportedLog({ events: 2, sealed: [2], signer: log.signer });
    writeFileSync(files.log, anew.map((one) => `${lineOf(one)}\n`).join(""));
    writeFileSync(files.anchor, `${signed.anchor[0]}\n`);
    const { code, stdout } = await verify();
    expect(code).toBe(1);
    expect(stdout).toContain("BROKEN: event 5 is not the one whose hash was noted");
  },
);

/** What a token says, or that it is faulty; any other error is told as it is. */
function readingOf(token: Uint8Array, digest: Uint8Array): string {
  try {
    return JSON.stringify(readStamp(token, digest));
  } catch (error) {
    return error instanceof StampFault ? "fault" : String(error);
  }
}

test.runIf(HAS_OPENSSL)(
  `a time stamp that was edited, or by an authority of nobody's trust, is named${why}`,
  async () => {
    const { folder, log, stamps, verify } = await stampedLog();
    const other = await openTimeAuthority(folder);
    expect((await verify("--tsa", other.ca)).stdout).toContain(
      "BROKEN: time stamp 1 is by CN=Example TSA, O=Clock Ltd, for which none of the certificates vouches",
    );
    const kept = JSON.parse(readFileSync(stamps, "utf8"));
    writeFileSync(stamps, JSON.stringify({ ...kept, line: log.anchor[0] }));
    expect((await verify()).stdout).toContain("BROKEN: time stamp 1 is of another digest");
    writeFileSync(stamps, "{}\n");
    expect((await verify()).stdout).toContain("BROKEN: time stamp 1 is garbled");
    const token = Buffer.from(kept.token, "base64");
    const time = token.indexOf(`${new Date().getUTCFullYear()}`);
    const later = Buffer.from(token);
    later[time + 3] = (later[time + 3] ?? 0) ^ 1;
    expect(() => readStamp(later, digestOf(kept.line))).toThrow(StampFault);
    const said = readStamp(token, digestOf(kept.line));
    const places = [...token.keys()].filter((at) => at % 11 === 0);
    const readings = places.map((at) => {
      const flipped = Buffer.from(token);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      return readingOf(flipped, digestOf(kept.line));
    });
    const others = readings.filter((one) => one !== "fault" && one !== JSON.stringify(said));
    expect(others).toEqual([]);
    expect(readings).toContain("fault");
  },
);

test.runIf(HAS_OPENSSL)(
  `a reply for another digest or request, or that is none, is not kept${why}`,
  async () => {
    const folder = testFolder();
    const { reply } = await openTimeAuthority(folder);
    const line = "a line of an anchor";
    const canned = (text: string) => reply(stampRequest(digestOf(text)).bytes);
    const [other, earlier] = [canned("another line"), canned(line)];
    let inner = 0;
    const local = await listenAt((_, response) => {
      inner += 1;
      response.end(earlier);
    });
    const query = ["ts", "-query", "-digest", "00".repeat(20), "-sha1"];
    const rejected = reply(execFileSync("openssl", query, { stdio: ["ignore", "pipe", "ignore"] }));
    const cases: readonly (readonly [RequestListener, string])[] = [
      [(_, response) => response.end(other), "is of another digest"],
      [(_, response) => response.end(earlier), "the nonce is not that of this one"],
      [(_, response) => response.end(rejected), "grants no time stamp (status 2)"],
      [(_, response) => response.end("<html>no</html>"), "sends no time stamp"],
      [(_, response) => response.end(), "sends no time stamp"],
      [(_, response) => response.writeHead(500).end(earlier), "answers 500"],
      [(_, response) => response.writeHead(307, { location: local }).end(), "leads elsewhere"],
      [() => {}, "took longer than"],
    ];
    const stamps = join(folder, "anchor.stamps.jsonl");
    for (const [listener, fault] of cases) {
      const place = authorityPlace(await listenAt(listener), { stamps, patienceMs: 2_000 });
      await expect(place.write([line], signal)).rejects.toThrow(fault);
    }
    expect({ isKept: existsSync(stamps), inner }).toEqual({ isKept: false, inner: 0 });
  },
);
