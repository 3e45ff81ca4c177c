import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPage } from "../../src/http/page.ts";
import { checkProblem } from "../support/call.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { GERMAN_INDEX, PAGE_FILES, writePage } from "../support/page-folder.ts";
import { head, type RawReply, sendRaw } from "../support/raw-http.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { startTwoWorkspaces, type TwoWorkspaces } from "../support/server.ts";
import { newLink, pageUrl, postLink } from "../support/web.ts";

const PUBLIC = "https://earshot.example";

let folder: string;
let server: TwoWorkspaces;
let rows: Rows;
let host: string;

beforeAll(async () => {
  folder = makeFolder();
  const page = writePage(join(folder, "page"));
  server = await startTwoWorkspaces({ page, publicUrl: PUBLIC });
  rows = openRows(server.database);
  host = new URL(pageUrl(server.url)).host;
});
afterAll(async () => {
  rows.close();
  await server.close().finally(() => removeFolder(folder));
});

type Line = readonly [string, string];

/** Sent as it is written: clients of Node tidy paths and decode what was compressed. */
function get(path: string, lines: readonly Line[] = [], method = "GET"): Promise<RawReply> {
  const own: readonly Line[] = lines.some(([name]) => name === "host") ? [] : [["host", host]];
  return sendRaw(server.port, head(`${method} ${path} HTTP/1.1`, [...own, ...lines]));
}

const ID = `req_${"0".repeat(26)}`;
const VIEWS = [
  "/",
  `/${ID}`,
  "/waiting",
  `/waiting/${ID}`,
  "/snoozed",
  `/done/${ID}`,
  "/done?q=level:high",
  "/conversations",
  "/conversations/cnv_1",
  "/liaison",
  "/liaison/cnv_1",
  "/runs",
  "/runs/run_1",
  "/sessions",
  "/agents",
  "/policy",
  "/audit",
  "/dashboard",
  "/settings",
  "/sign-in",
  "/?q=a",
];

describe("the page", () => {
  test.each(VIEWS)("is at %s, and whole", async (path) => {
    const { status, headers, body } = await get(path);
    expect({ status, body }).toEqual({ status: 200, body: PAGE_FILES["index.html"] });
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-cache");
  });

  test.each(["/settings/", `/done/${ID}/`, "/others"])("is at %s too", async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, body: PAGE_FILES["index.html"] });
  });

  test.each(["/setings", "/settings/a/b", "/nothing here", "/%zz"])(
    "tells a person in its own words that there is nothing at %s",
    async (path) => {
      const asked = path.replace(" ", "%20");
      const reply = await get(asked, [["accept", "text/html,application/xhtml+xml,*/*;q=0.8"]]);
      expect(reply).toMatchObject({ status: 404, body: PAGE_FILES["index.html"] });
      expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
    },
  );

  test("is no answer to a program, nor to what mistypes a path of the interface", async () => {
    const browser: Line = ["accept", "text/html"];
    for (const reply of [
      await get("/setings"),
      await get("/setings", [["accept", "application/json"]]),
      await get("/v1/nothing", [browser]),
      await get("/setings", [browser], "POST"),
    ]) {
      expect(reply.status).not.toBe(200);
      expect(reply.headers.get("content-type")).toBe("application/problem+json");
    }
  });

  test("needs no key, and says nothing of who has one", async () => {
    const none = await get("/");
    const known = await get("/", [["cookie", `__Host-earshot-${server.port}=ear_web_x`]]);
    const date = (headers: Headers) => [...headers].filter(([name]) => name !== "date");
    expect(date(known.headers)).toEqual(date(none.headers));
  });

  test("runs nothing but its own files, and stands in no frame", async () => {
    for (const path of ["/", "/sign-in", "/settings"]) {
      const { headers } = await get(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy.split("; ")).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "connect-src 'self'",
          "frame-src 'self'",
          "frame-ancestors 'none'",
          "form-action 'none'",
          "base-uri 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types worker",
        ]),
      );
      expect(policy).not.toMatch(/unsafe|http|data:|\*/);
      expect(Object.fromEntries(headers)).toMatchObject({
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": expect.stringContaining("publickey-credentials-get=(self)"),
      });
    }
  });

  test.each([
    ["//", 404],
    ["/waiting/a/b", 404],
    ["/nothing", 404],
    ["/index.html/", 404],
    ["/req_1", 404],
    ["/assets", 404],
    ["/assets/", 404],
    ["/assets/../index.html", 404],
    ["/assets/%2e%2e/index.html", 404],
    ["/%69ndex.html", 404],
    ["/..%2fearshot.db", 404],
    ["/../earshot.db", 404],
    ["/.env", 404],
    ["/notes", 404],
    ["/assets/main-a1b2c3d4.js.br", 404],
    ["/assets/main-a1b2c3d4.js.map", 404],
    ["/constructor", 404],
    ["/v1", 404],
  ])("is not at %s", async (path, status) => {
    const reply = await get(path);
    expect(reply.status).toBe(status);
    expect(checkProblem(reply, reply.body)).toMatchObject({ code: "NOT_FOUND" });
  });

  test("takes GET and HEAD alone", async () => {
    for (const path of ["/", "/sign-in", "/assets/main-a1b2c3d4.js"]) {
      const whole = await get(path);
      const bare = await get(path, [], "HEAD");
      expect(bare).toMatchObject({ status: 200, body: "" });
      expect(bare.headers.get("content-length")).toBe(whole.headers.get("content-length"));
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
        const reply = await get(path, [], method);
        expect(checkProblem(reply, reply.body)).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
        expect(reply.headers.get("allow")).toBe("GET,HEAD");
      }
    }
  });

  test("leads nowhere else, whatever its address asks for", async () => {
    for (const path of [
      "/?next=https://evil.example",
      "/sign-in?return=//evil.example",
      "//evil",
    ]) {
      const { status, headers } = await get(path);
      expect([200, 404]).toContain(status);
      expect(headers.get("location")).toBeNull();
      expect(headers.get("refresh")).toBeNull();
    }
  });

  test.each([
    [["host", "evil"]],
    [["host", "localhost.evil"]],
    [["origin", "null"]],
    [["origin", "https://evil.example"]],
    [["origin", "http://localhost:3000"]],
    [["sec-fetch-site", "cross-site"]],
  ] as const)("is not shown to who is led here by %j", async (line) => {
    for (const path of ["/", "/sign-in", "/assets/main-a1b2c3d4.js"]) {
      const reply = await get(path, [line]);
      expect(checkProblem(reply, reply.body)).toMatchObject({ code: "NOT_ALLOWED" });
      expect(reply.headers.get("set-cookie")).toBeNull();
    }
  });

  const FOLLOWED = [
    ["sec-fetch-site", "cross-site"],
    ["sec-fetch-mode", "navigate"],
    ["sec-fetch-dest", "document"],
  ] as const;

  test("is shown to who follows a link to it from another site", async () => {
    const paths = ["/", "/done", "/sign-in", "/req_00000000000000000000000000"];
    for (const path of paths) expect((await get(path, FOLLOWED)).status).toBe(200);
  });

  test.each(["iframe", "frame", "embed", "object", "empty"])(
    "is not shown to another site in its %s",
    async (dest) => {
      const lines = [FOLLOWED[0], FOLLOWED[1], ["sec-fetch-dest", dest]] as const;
      expect((await get("/", lines)).status).toBe(403);
    },
  );

  test("lends its way in to nothing else of this server", async () => {
    for (const path of ["/v1/whoami", "/openapi.json", "/v1/sign-out"]) {
      expect((await get(path, FOLLOWED)).status).toBe(403);
    }
  });

  test("is none where the folder holds none", () => {
    expect(createPage(join(folder, "nothing"))).toBeUndefined();
    expect(createPage(folder)).toBeUndefined();
  });
});

describe("the language of the page", () => {
  const CHOICE = "earshot-language";

  test.each([
    ["what the browser asks for", [["accept-language", "de-AT,de;q=0.9,en;q=0.8"]], "de"],
    ["what it weighs most", [["accept-language", "en;q=0.5, de"]], "de"],
    ["what there is", [["accept-language", "sv,de;q=0.3"]], "de"],
    ["nothing that it refuses", [["accept-language", "de;q=0"]], "en"],
    ["English where there is no other", [["accept-language", "sv, *;q=0.1"]], "en"],
    ["English to who asks for none", [], "en"],
    [
      "what the person chose",
      [
        ["accept-language", "en"],
        ["cookie", `a=b; ${CHOICE}=de`],
      ],
      "de",
    ],
    [
      "English to who chose it",
      [
        ["accept-language", "de"],
        ["cookie", `${CHOICE}=en; c=d`],
      ],
      "en",
    ],
    [
      "what there is of a choice",
      [
        ["accept-language", "de"],
        ["cookie", `${CHOICE}=sv`],
      ],
      "de",
    ],
    ["a choice alone", [["cookie", `${CHOICE}=../x; other-${CHOICE}=de`]], "en"],
  ] as const)("is %s", async (_, lines, language) => {
    const expected = language === "de" ? GERMAN_INDEX : PAGE_FILES["index.html"];
    for (const path of ["/", "/settings", "/index.html"]) {
      const { headers, body } = await get(path, lines);
      expect(body).toBe(expected);
      expect(headers.get("vary")).toBe("Accept-Encoding, Cookie, Accept-Language");
    }
  });

  test("is kept for as long as it is the same", async () => {
    const tag = (await get("/")).headers.get("etag") ?? "";
    const kept = await get("/", [["if-none-match", tag]]);
    expect(kept).toMatchObject({ status: 304, body: "" });
    expect(kept.headers.get("content-security-policy")).toContain("script-src 'self'");
  });

  test("is kept apart from the others, and also where there is nothing", async () => {
    const german = ["accept-language", "de"] as const;
    const tag = (await get("/")).headers.get("etag") ?? "";
    expect((await get("/", [german, ["if-none-match", tag]])).status).toBe(200);
    const missing = await get("/setings", [german, ["accept", "text/html"]]);
    expect(missing).toMatchObject({ status: 404, body: GERMAN_INDEX });
  });
});

describe("a file of the page", () => {
  const SCRIPT = "/assets/main-a1b2c3d4.js";

  test.each(Object.entries(PAGE_FILES))("%s is served as it is", async (name, text) => {
    const { status, headers, body } = await get(`/${name}`);
    expect({ status, body }).toEqual({ status: 200, body: text });
    expect(headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("cache-control")).toBe(
      name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    );
  });

  test.each([
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["GZIP;q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.0, gzip;q=0", undefined],
    ["identity", undefined],
    ["", undefined],
    ["brotli", undefined],
  ])("goes to who accepts %j in that encoding", async (accepted, encoding) => {
    const { headers } = await get(SCRIPT, [["accept-encoding", accepted]]);
    expect(headers.get("content-encoding") ?? undefined).toBe(encoding);
    expect(headers.get("vary")).toBe("Accept-Encoding");
    const response = await fetch(pageUrl(server.url) + SCRIPT, {
      headers: { "accept-encoding": accepted },
    });
    expect(await response.text()).toBe(PAGE_FILES["assets/main-a1b2c3d4.js"]);
  });

  test("goes plain where it was not compressed", async () => {
    const { headers } = await get("/icon.svg", [["accept-encoding", "br, gzip"]]);
    expect(headers.get("content-encoding")).toBeNull();
  });

  test("is kept for as long as it is the same, in each encoding of its own", async () => {
    const tags = new Set<string>();
    for (const accepted of ["br", "gzip", "identity"]) {
      const accept = ["accept-encoding", accepted] as const;
      const tag = (await get(SCRIPT, [accept])).headers.get("etag") ?? "";
      expect(tag).toMatch(/^"[\w.-]+"$/);
      tags.add(tag);
      const kept = await get(SCRIPT, [accept, ["if-none-match", tag]]);
      expect(kept).toMatchObject({ status: 304, body: "" });
      expect(kept.headers.get("etag")).toBe(tag);
      expect(kept.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
    expect(tags.size).toBe(3);
    expect((await get(SCRIPT, [["if-none-match", '"other"']])).status).toBe(200);
  });
});

describe("the page that signs in", () => {
  const probe = () => `__Host-earshot-probe-${server.port}`;
  const link = () => newLink(server.url, { key: server.home.owner.secret });

  test("finds out which cookies the browser keeps, and nothing else changes", async () => {
    const before = rows.hash();
    const { headers } = await get("/sign-in");
    expect(headers.get("set-cookie")).toBe(
      `${probe()}=1; Max-Age=600; Path=/; HttpOnly; SameSite=Strict; Secure`,
    );
    expect((await get("/")).headers.get("set-cookie")).toBeNull();
    expect(rows.hash()).toBe(before);
  });

  test("sets the safe cookie where the probe comes back", async () => {
    const response = await postLink(server.url, await link());
    expect(response.status).toBe(201);
    const [set] = response.headers.getSetCookie();
    expect(set).toMatch(
      new RegExp(
        `^__Host-earshot-${server.port}=ear_web_[\\w-]{43}[0-9A-Za-z]{6}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict; Secure$`,
      ),
    );
    const text = await response.text();
    expect(text).not.toContain("ear_web_");
    expect(JSON.parse(text)).toMatchObject({
      operator: { name: "owner" },
      session: { browser: "Firefox on Linux", atTerminal: true },
    });
  });

  test("sets the plain one on this machine where it does not", async () => {
    const response = await postLink(server.url, await link(), { cookie: "" });
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^earshot-${server.port}=ear_web_[\\w-]{43}[0-9A-Za-z]{6}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict$`,
        ),
      ),
    ]);
  });

  test("refuses elsewhere, and the link is not used up", async () => {
    const token = await link();
    const body = JSON.stringify({ token });
    const lines: readonly Line[] = [
      ["host", "earshot.example"],
      ["origin", PUBLIC],
      ["content-type", "application/json"],
      ["content-length", String(Buffer.byteLength(body))],
    ];
    const post = (more: readonly Line[]) =>
      sendRaw(server.port, head("POST /v1/sign-in/link HTTP/1.1", [...lines, ...more]) + body);
    const refused = await post([]);
    expect(checkProblem(refused, refused.body)).toMatchObject({ code: "NOT_ALLOWED" });
    const taken = await post([["cookie", "__Host-earshot-probe-443=1"]]);
    expect(taken.status).toBe(201);
    expect(taken.headers.get("set-cookie")).toMatch(/^__Host-earshot-443=ear_web_.*; Secure$/);
  });
});
