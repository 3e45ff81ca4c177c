import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { embedOriginsOf } from "../../src/http/embed-origins.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { writePage } from "../support/page-folder.ts";
import { startTwoWorkspaces, type TwoWorkspaces } from "../support/server.ts";

/* What pages of applications get of the server: a document to frame and a script, and nothing else. */

const SHOP = "https://shop.example.com";

let folder: string;
let server: TwoWorkspaces;

beforeAll(async () => {
  folder = makeFolder();
  const page = writePage(folder);
  writeFileSync(join(page, "embed.html"), "<!doctype html><title>Earshot</title>");
  writeFileSync(join(page, "earshot-embed.js"), "customElements;");
  server = await startTwoWorkspaces({ page, embedOrigins: [SHOP, "http://localhost:8080"] });
});
afterAll(async () => {
  await server.close();
  removeFolder(folder);
});

/** As a browser asks for it from a page of another site. */
function fromShop(path: string, dest: string, more: Readonly<Record<string, string>> = {}) {
  const mode = dest === "script" ? "cors" : "navigate";
  const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": mode };
  return fetch(server.url + path, { headers: { ...headers, "sec-fetch-dest": dest, ...more } });
}

test("the document is framed by the origins that the deployment names, and by no other", async () => {
  const response = await fromShop("/embed", "iframe");
  expect(response.status).toBe(200);
  const policy = response.headers.get("content-security-policy") ?? "";
  const parts = policy.split("; ");
  expect(parts).toContain(`frame-ancestors ${SHOP} http://localhost:8080`);
  expect(parts).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "connect-src 'self'",
      "form-action 'none'",
      "trusted-types 'none'",
    ]),
  );
  expect(response.headers.get("x-frame-options")).toBeNull();
  expect(response.headers.get("set-cookie")).toBeNull();
});

test("the script is loaded by pages of any origin, as a module too", async () => {
  const response = await fromShop("/earshot-embed.js", "script", { origin: SHOP });
  expect(response.status).toBe(200);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
});

test.each(["/", "/inbox", "/v1/requests", "/index.html"])(
  "%s is framed and read by no other page",
  async (path) => {
    expect((await fromShop(path, "iframe")).status).toBe(403);
    expect((await fromShop(path, "empty", { origin: SHOP })).status).toBe(403);
    const own = await fetch(server.url + path);
    expect(own.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(own.headers.get("access-control-allow-origin")).toBeNull();
  },
);

test("nothing but reading is let in from other pages", async () => {
  for (const path of ["/embed", "/earshot-embed.js"]) {
    const response = await fetch(server.url + path, { method: "POST", headers: { origin: SHOP } });
    expect(response.status).toBe(403);
  }
});

test("where no origin is named the frame says how to name one, and nothing runs in it", async () => {
  const page = makeFolder();
  onTestFinished(() => removeFolder(page));
  writePage(page);
  writeFileSync(join(page, "embed.html"), "<!doctype html><title>Earshot</title>");
  const bare = await startTwoWorkspaces({ page });
  onTestFinished(() => bare.close());
  const response = await fetch(`${bare.url}/embed`);
  expect(response.status).toBe(403);
  expect(response.headers.get("content-security-policy")).toContain("sandbox; default-src 'none'");
  expect(await response.text()).toContain("--embed-origin https://shop.example.com");
});

describe("an origin is named as a browser writes it", () => {
  test.each([
    ["https://shop.example.com", "https://shop.example.com"],
    ["https://shop.example.com/", "https://shop.example.com"],
    ["http://localhost:8080", "http://localhost:8080"],
  ])("%s", (text, origin) => {
    expect(embedOriginsOf([text])).toEqual([origin]);
  });

  test.each([
    "*",
    "https://*.example.com",
    "shop.example.com",
    "https://shop.example.com/cart",
    "https://a.example.com; script-src *",
    "https://a.example.com https://b.example.com",
    "javascript:alert(1)",
    "data:text/html,x",
    "null",
    "",
  ])("and %j is refused", (text) => {
    expect(() => embedOriginsOf([text])).toThrow("is not the origin of a page");
  });
});
