import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OPERATIONS, type Operation } from "../../src/contract/operations.ts";
import { type OperationName, ROUTES } from "../../src/contract/routes.ts";
import { JSON_LIMITS } from "../../src/contract/schemas/strict-json.ts";
import type { ErrorCode } from "../../src/domain/errors.ts";
import { present } from "../../src/domain/present.ts";
import { asQuestion } from "../../src/domain/requests/request.ts";
import { call, checkProblem, figure, ok, refused, requestOf } from "../support/call.ts";
import { openServer } from "../support/cli.ts";
import { examplesFor, makeThings, type Things } from "../support/examples.ts";
import { head, openRaw, sendRaw } from "../support/raw-http.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { type HomeServer, say, startHomeServer } from "../support/server.ts";

/* What a stranger may put into a call. Each is refused whole, and the server goes on serving. */

let server: HomeServer;
let rows: Rows;
let before: string;
/** Nothing that is refused uses them up. */
let things: Things;

beforeAll(async () => {
  server = await startHomeServer();
  things = await makeThings(server.url, server);
  rows = openRows(server.database);
});
afterAll(async () => {
  rows.close();
  await server.close();
});
beforeEach(() => {
  before = rows.hash();
});

/** What takes no more than most operations do. */
const PLAIN = ROUTES.tell.path;

type Headers = readonly (readonly [string, string])[];

function askHead(more: Headers, path: string = ROUTES.ask.path): string {
  return head(`POST ${path} HTTP/1.1`, [
    ["host", "localhost"],
    ["authorization", `Bearer ${server.agent}`],
    ...more,
  ]);
}

function withLength(body: string | Uint8Array, type = "application/json"): Uint8Array {
  const bytes = Buffer.from(body);
  const lines = askHead([
    ["content-type", type],
    ["content-length", String(bytes.length)],
  ]);
  return Buffer.concat([Buffer.from(lines), bytes]);
}

/** Sends the bytes of a whole call and expects this refusal. */
async function expectRefused(bytes: Uint8Array, code: ErrorCode) {
  const reply = await sendRaw(server.port, bytes);
  const problem = checkProblem(reply, Buffer.from(reply.body, "latin1").toString("utf8"));
  expect(problem).toMatchObject({ code });
  return problem;
}

describe("a body", () => {
  afterEach(async () => {
    expect(rows.hash()).toBe(before);
    await ok(server.url, "tell", { key: server.agent, input: { text: say() } });
  });

  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",");
  const text = (value: string) => `{"text":"?","context":${value}}`;

  const REFUSED: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ["that is no JSON", "what pattern first?", /not JSON/],
    ["that is cut", '{"text":"a', /not JSON/],
    ["that is two values", '{"text":"a"}{"text":"b"}', /not JSON/],
    ["with a trailing comma", '{"text":"a",}', /not JSON/],
    ["that begins with a byte order mark", "\ufeff\ufeff{}", /not JSON/],
    ["that is a list", '[{"text":"a"}]', /JSON object/],
    ["that is a text", '"text"', /JSON object/],
    ["that is null", "null", /JSON object/],
    ["that is a number", "1", /JSON object/],
    ["that is empty", "", /text: /],
    ["nested one level too deep", nested(33), /deeper than 32/],
    ["nested a hundred thousand lists deep", "[".repeat(100_000), /deeper than 32/],
    ["nested fifty thousand objects deep", nested(50_000), /deeper than 32/],
    ["with one key too many", `{${keys(2_001)}}`, /more than 2000 keys/],
    ["with one item too many", text(`[${"0,".repeat(2_000)}0]`), /more than 2000 items/],
    ["full of items", text(`[${"0,".repeat(200_000)}0]`), /more than 2000 items/],
    ["full of lists", text(`[${"[],".repeat(150_000)}[]]`), /more than 2000 items/],
    ["with a key twice", '{"text":"a","text":"b"}', /"text" twice/],
    ["with a key twice, once escaped", '{"text":"a","t\\u0065xt":"b"}', /"text" twice/],
    ["with a key twice inside", text('{"a":1,"b":{},"a":2}'), /"a" twice/],
    ["with __proto__", '{"text":"a","__proto__":{"holdMs":1}}', /__proto__/],
    ["with __proto__, escaped", '{"text":"a","__pr\\u006fto__":{}}', /__proto__/],
    ["with constructor", '{"text":"a","constructor":{"prototype":{}}}', /constructor/],
    ["with an integer that loses digits", '{"text":"a","holdMs":9007199254740993}', /lose digits/],
    ["with a whole number that loses digits", text("9007199254740993.0"), /lose digits/],
    ["with a power that loses digits", text("90071992547409930e-1"), /lose digits/],
    ["with a number that is infinite", text("1e400"), /lose digits/],
    ["with a number that becomes nothing", text("1e-400"), /lose digits/],
    ["with a number of 500,000 digits", text("1".repeat(500_000)), /lose digits/],
    ["with a fraction of 500,000 digits", text(`0.${"0".repeat(500_000)}1`), /lose digits/],
    ["with NaN", text("NaN"), /not JSON/],
    ["with a text that is too long", `{"text":"${"a".repeat(65_537)}"}`, /65537 bytes/],
    ["with a key as long as the limit", `{"${"k".repeat(500_000)}":1}`, /Unrecognized/],
    ["of the wrong types", '{"text":1,"holdMs":"2","to":{}}', /text: .*to: .*holdMs: /],
    ["in UTF-16", Buffer.from('{"text":"a"}', "utf16le"), /JSON|UTF-8/],
    ["that is not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), /UTF-8/],
    ["with an overlong slash", Buffer.from([0x22, 0xc0, 0xaf, 0x22]), /UTF-8/],
    ["with half a pair in bytes", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /UTF-8/],
  ];

  test.each(REFUSED)("%s is refused and told why", async (_what, body, why) => {
    const problem = await expectRefused(withLength(body), "INVALID_INPUT");
    expect(problem.detail).toMatch(why);
    expect(problem.detail.length, "what was sent is not sent back").toBeLessThan(2_000);
  });

  test("of a wrong type is refused", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "application/json+x",
      "text/plain, application/json",
      "",
    ]) {
      const problem = await expectRefused(withLength('{"text":"a"}', type), "INVALID_INPUT");
      expect(problem.detail).toContain("application/json");
    }
  });

  test("that is compressed is not taken for what it would become, and the refusal says so", async () => {
    const { gzipSync } = await import("node:zlib");
    const body = gzipSync('{"text":"a"}');
    await expectRefused(withLength(body), "INVALID_INPUT");
    const head = askHead([
      ["content-type", "application/json"],
      ["content-encoding", "gzip"],
      ["content-length", String(body.length)],
    ]);
    const problem = await expectRefused(Buffer.concat([Buffer.from(head), body]), "INVALID_INPUT");
    expect(problem.detail).toContain("without Content-Encoding");
  });

  test("in another charset is refused, however its bytes may be read", async () => {
    for (const charset of ["utf-16", "iso-8859-1", '"UTF-16LE"', "utf-88"]) {
      const type = `application/json; charset=${charset}`;
      const problem = await expectRefused(withLength('{"text":"a"}', type), "INVALID_INPUT");
      expect(problem.detail).toContain("UTF-8");
    }
  });

  test("with a declared length over the limit is refused before it is sent", async () => {
    const length = String(JSON_LIMITS.maxBytes + 1);
    const bytes = askHead(
      [
        ["content-type", "application/json"],
        ["content-length", length],
      ],
      PLAIN,
    );
    const problem = await expectRefused(Buffer.from(bytes), "TOO_LARGE");
    expect(problem.details).toEqual({ maxBytes: JSON_LIMITS.maxBytes });
  });

  test("without a length is refused as soon as it is over the limit, and the connection ends", async () => {
    const connection = openRaw(server.port);
    connection.send(askHead([["transfer-encoding", "chunked"]], PLAIN));
    const chunk = "a".repeat(64 * 1024);
    // One chunk more than fits; the body is never brought to its end.
    for (let sent = 0; sent <= JSON_LIMITS.maxBytes; sent += chunk.length) {
      connection.send(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    }
    const reply = await connection.reply();
    expect(checkProblem(reply, reply.body)).toMatchObject({ code: "TOO_LARGE" });
    expect(reply.headers.get("connection")).toBe("close");
    await connection.ended;
  });

  test("far over the limit gets its refusal through an ordinary client", async () => {
    const input = { text: "a".repeat(5_000_000) };
    const { path, ...init } = requestOf("tell", { key: server.agent, input });
    const response = await fetch(server.url + path, init);
    const problem = checkProblem(response, await response.text());
    expect(problem.code).toBe("TOO_LARGE");
    expect(problem.detail).toContain(String(JSON_LIMITS.maxBytes));
  });

  test("that says both how long it is and that it does not know is refused", async () => {
    const reply = await sendRaw(
      server.port,
      `${askHead([
        ["content-length", "12"],
        ["transfer-encoding", "chunked"],
      ])}0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n`,
    );
    expect(reply.status).toBe(400);
  });

  test.each(["\ud800", "\udc00", "a\udbff", "\udfff\ud83d", "x\ud800y"])(
    "with half of a surrogate pair in any of its texts is refused",
    async (half) => {
      const { agent, operator } = server;
      const code = "INVALID_INPUT";
      const { request: id } = things;
      const options = [half];
      const schema = { type: "object", properties: { a: { title: half } } };
      for (const more of [
        { text: half },
        { context: half },
        { to: [half] },
        { form: { kind: "choice", options } },
        { form: { kind: "choice", options: [{ label: "a", description: half }] } },
        { form: { kind: "fields", schema } },
        { form: { kind: "fields", schema: { type: "object", properties: { [half]: {} } } } },
        { default: { text: half } },
      ]) {
        const input = { text: "a", ...more };
        await refused(server.url, "ask", { code, key: agent, input });
      }
      await refused(server.url, "tell", { code, key: agent, input: { text: half } });
      await refused(server.url, "startConversation", { code, key: agent, input: { title: half } });
      await refused(server.url, "cancel", { code, key: agent, input: { id, reason: half } });
      for (const answer of [{ text: half }, { choice: half }, { choices: [half] }]) {
        await refused(server.url, "answer", { code, key: operator, input: { id, answer } });
      }
      const input = { kind: "agent", name: half };
      await refused(server.url, "createKey", { code, key: operator, input });
    },
  );
});

test("at its limits a body is taken: 64 KiB of text, 2,000 items, 32 levels, an exact fraction", async () => {
  const { agent } = server;
  const longest = "é".repeat(32 * 1024);
  const asked = await ok(server.url, "ask", { key: agent, input: { text: longest } });
  expect(asQuestion(asked.request).question.text).toBe(longest);
  const schema = {
    type: "object",
    properties: { n: { enum: Array.from({ length: 1_990 }, () => 0) } },
  };
  const form = { kind: "fields", schema };
  await ok(server.url, "ask", { key: agent, input: { text: say(), form } });
  const exact = { type: "object", properties: { n: { examples: [0.1, 1e21, 2 ** 53 - 1] } } };
  const reply = await ok(server.url, "ask", {
    key: agent,
    input: { text: say(), form: { kind: "fields", schema: exact } },
  });
  expect(asQuestion(reply.request).question.form).toEqual({ kind: "fields", schema: exact });
});

describe("a parameter", () => {
  const inPath = (Object.entries(OPERATIONS) as [OperationName, Operation][]).filter(
    ([, { path }]) => path.includes("{"),
  );

  test.each(inPath)(
    "of %s that stands in the path is refused anywhere else",
    async (name, operation) => {
      const [part = "", parameter = ""] = /\{(\w+)\}/.exec(operation.path) ?? [];
      const { [parameter]: id, ...input } = examplesFor(things)[name];
      const path = operation.path.replace(part, String(id));
      for (const elsewhere of [String(id), ""]) {
        const isGet = operation.method === "GET";
        const query = new URLSearchParams({ ...input, [parameter]: elsewhere } as Record<
          string,
          string
        >);
        const response = await fetch(`${server.url}${path}${isGet ? `?${query}` : ""}`, {
          method: operation.method,
          headers: {
            authorization: `Bearer ${operation.right === "ask" ? server.agent : server.operator}`,
            "content-type": "application/json",
          },
          ...present({
            body: isGet ? undefined : JSON.stringify({ ...input, [parameter]: elsewhere }),
          }),
        });
        const problem = checkProblem(response, await response.text());
        expect(problem).toMatchObject({ code: "INVALID_INPUT" });
        expect(problem.detail).toContain(`"${parameter}" belongs in the path`);
      }
      expect(rows.hash()).toBe(before);
    },
  );

  async function problemAt(path: string, init: RequestInit = {}) {
    const response = await fetch(server.url + path, {
      ...init,
      headers: { authorization: `Bearer ${server.agent}`, ...init.headers },
    });
    return checkProblem(response, await response.text());
  }

  test("that stands in the query twice is refused", async () => {
    for (const query of ["limit=1&limit=1", "limit=1&limit=2", "limit=1&lim%69t=1", "a=1&a=1"]) {
      const problem = await problemAt(`/v1/requests?${query}`);
      expect(problem).toMatchObject({ code: "INVALID_INPUT" });
      expect(problem.detail).toContain("twice");
    }
  });

  test("that nobody knows is refused, whatever its name means to JavaScript", async () => {
    for (const name of ["__proto__", "constructor", "toString", "holdMs", ""]) {
      const problem = await problemAt(`/v1/requests?${encodeURIComponent(name)}=1`);
      expect(problem, name).toMatchObject({ code: "INVALID_INPUT" });
    }
  });

  test("in the query of a POST is refused: it would be overlooked", async () => {
    const problem = await problemAt("/v1/requests?holdMs=1", {
      method: "POST",
      body: '{"text":"a"}',
      headers: { "content-type": "application/json" },
    });
    expect(problem).toMatchObject({ code: "INVALID_INPUT" });
    expect(problem.detail).toContain("query");
  });

  test("in a path that is not valid percent-encoding is refused", async () => {
    for (const id of ["%", "%zz", "%ff", "%ed%a0%80", "%c0%af"]) {
      expect(await problemAt(`/v1/requests/${id}`)).toMatchObject({ code: "INVALID_INPUT" });
    }
  });

  test("that should be an id and is none is refused", async () => {
    const things = await makeThings(server.url, server);
    const ids = [
      "",
      "req_",
      things.request.toUpperCase(),
      things.message,
      `${things.request}0`,
      `${things.request}%0a`,
      `${things.request}%00`,
      "..%2f..%2fetc%2fpasswd",
      "req_' or 1=1 --",
      `req_8${"0".repeat(25)}`,
    ];
    for (const id of ids) {
      const problem = await problemAt(`/v1/requests/${id}`);
      expect(problem, id).toMatchObject({ code: "INVALID_INPUT" });
    }
  });

  test("that is a list is bounded", async () => {
    const { request } = await makeThings(server.url, server);
    for (const count of [0, 101]) {
      const ids = Array.from({ length: count }, () => request).join(",");
      expect(await problemAt(`/v1/wait?ids=${ids}`)).toMatchObject({ code: "INVALID_INPUT" });
    }
    expect(await problemAt(`/v1/wait?ids=${",".repeat(15_000)}`)).toMatchObject({
      code: "INVALID_INPUT",
    });
  });
});

describe("a header", () => {
  const code = "INVALID_INPUT";

  test("that names a surface which does not exist is refused", async () => {
    const { agent: key } = server;
    for (const via of ["", "Console", "console, cli", "constructor"]) {
      const headers = { "earshot-via": via };
      await refused(server.url, "tell", { code, key, headers, input: { text: say() } });
      await refused(server.url, "lastEvent", { code, key, headers });
    }
  });

  test("that is no idempotency key is refused", async () => {
    const { agent: key } = server;
    for (const given of ["", "with space", "a".repeat(129), "é"]) {
      const headers = { "idempotency-key": given };
      await refused(server.url, "tell", { code, key, headers, input: { text: say() } });
    }
    const headers = { "idempotency-key": "a".repeat(128) };
    await ok(server.url, "tell", { key, headers, input: { text: say() } });
  });

  test("that presents a second key lets nobody in", async () => {
    const path = "/v1/requests?limit=1";
    for (const [method, to] of [
      ["GET", path],
      ["GET", "/metrics"],
      ["POST", "/mcp"],
    ]) {
      const bytes = head(`${method} ${to} HTTP/1.1`, [
        ["host", "localhost"],
        ["authorization", `Bearer ${server.operator}`],
        ["Authorization", `Bearer ${server.agent}`],
        ["content-length", "0"],
      ]);
      const reply = await sendRaw(server.port, bytes);
      expect(reply.status, to).toBe(401);
      expect(reply.body, to).toContain("two keys");
    }
  });

  test("of more bytes than a head may have is refused", async () => {
    const reply = await sendRaw(server.port, askHead([["x-long", "a".repeat(20_000)]]));
    expect(reply.status).toBe(431);
  });
});

test("a flood of hostile bodies does not grow the server, and it serves on", async () => {
  const flooded = await openServer();
  try {
    const key = flooded.key("agent");
    const operator = flooded.key("operator");
    const resident = () => figure(flooded.url(), operator, "earshot_resident_bytes");
    const bodies = [
      `{"text":"a","form":{"kind":"choice","options":[${"0,".repeat(200_000)}0]}}`,
      `{"text":"a","to":[${"0,".repeat(200_000)}0]}`,
      `{"text":"a",${Array.from({ length: 1_990 }, (_, n) => `"${"k".repeat(200)}${n}":1`).join()}}`,
      `{"${"k".repeat(500_000)}":1}`,
      "[".repeat(500_000),
      `"${"\\u0061".repeat(80_000)}"`,
      `{"text":"${"a".repeat(900_000)}"}`,
    ];
    const send = (body: string) =>
      fetch(`${flooded.url()}/v1/requests`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body,
      }).then(async (response) => {
        await response.text();
        return response.status;
      });
    const round = () => Promise.all(bodies.map(send));
    const statuses = await round();
    expect(statuses.filter((status) => status !== 400 && status !== 413)).toEqual([]);
    const warm = await resident();
    for (let count = 0; count < 10; count++) await round();
    // The bodies alone are 35 MB; what validates each item of a list took 600 MB.
    expect((await resident()) - warm).toBeLessThan(150 * 1024 * 1024);
    const reply = await call(flooded.url(), "tell", { key, input: { text: say() } });
    expect(reply.status).toBe(201);
  } finally {
    await flooded.close();
  }
});
