import { describe, expect, test } from "vitest";
import type { ContentDigest } from "../../domain/content/content.ts";
import type { EarlierArgs } from "../../domain/evidence/evidence-view.ts";
import type { JsonObject } from "../../domain/json.ts";
import { viewEvidence } from "./view-evidence.ts";

/* Plans, mails, payments and images. */

const digest: ContentDigest = `sha256:${"0".repeat(64)}`;
const FILE: ContentDigest = `sha256:${"1".repeat(64)}`;
const of = (bytes: string | Uint8Array) => ({
  language: "en",
  contents: new Map([[digest, typeof bytes === "string" ? Buffer.from(bytes) : bytes]]),
});
const plan = (value: object | string) =>
  viewEvidence(
    { kind: "plan", name: "plan.json", digest, file: FILE },
    of(typeof value === "string" ? value : JSON.stringify(value)),
  );
const mail = (text: string) => viewEvidence({ kind: "mail", name: "m.eml", digest }, of(text));

describe("a plan", () => {
  const change = (address: string, actions: string[], more: JsonObject = {}) => ({
    address,
    change: { actions, ...more },
  });
  test("names what it destroys first, then what it replaces, changes and makes", () => {
    const view = plan({
      resource_changes: [
        change("aws_instance.new", ["create"]),
        change("aws_db.main", ["delete", "create"], {
          before: { a: 1, b: 2 },
          after: { a: 2, b: 2 },
        }),
        change("aws_s3.logs", ["delete"]),
        change("aws_lb.front", ["update"], { before: { size: 1 }, after: { size: 2 } }),
        change("aws_vpc.same", ["no-op"]),
        change("data.x", ["read"]),
      ],
    });
    expect(view.heading).toBe("Plan plan.json · 1 destroy, 1 replace, 1 change, 1 create");
    expect(view.warnings).toEqual(["It destroys aws_s3.logs, aws_db.main."]);
    expect(view.lines.map(({ sign, text }) => sign + text)).toEqual([
      "-destroy aws_s3.logs",
      "-replace aws_db.main: a",
      " change aws_lb.front: size",
      "+create aws_instance.new",
    ]);
    expect(view.facts).toEqual([{ label: "plan file", value: FILE }]);
  });

  test.each([
    ["no JSON", "Terraform will perform", /cannot be read/],
    ["JSON of something else", { a: 1 }, /cannot be read/],
    ["errors", { resource_changes: [], errored: true }, /with errors/],
  ])("with %s is warned of", (_, given, why) => {
    expect(plan(given).warnings.join(" ")).toMatch(why);
  });

  test("without the plan file says that another one can be applied", () => {
    const view = viewEvidence({ kind: "plan", name: "p", digest }, of('{"resource_changes":[]}'));
    expect(view.warnings).toEqual([expect.stringContaining("another one can be applied")]);
  });
});

describe("a mail", () => {
  const head = "From: Ana <ana@example.com>\r\nTo: ben@example.org\r\n";
  test("says whom it reaches, its subject, its text and what is attached", () => {
    const view = mail(
      `${head}Subject: =?UTF-8?B?w5xiZXJz?= =?utf-8?q?icht_1?=\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=\r\n=C3=9Fe\r\n--b\r\nContent-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--b--\r\n`,
    );
    expect(view.heading).toBe("Mail Übersicht 1 · 1 receiver · 1 attachment");
    expect(view.facts).toContainEqual({ label: "to", value: "ben@example.org" });
    expect(view.facts).toContainEqual({ label: "attachment", value: "a.pdf, 3 bytes" });
    expect(view.lines.map(({ text }) => text)).toEqual(["Grüße"]);
    expect(view.warnings).toEqual([]);
  });

  test.each([
    ["other answers", `${head}Reply-To: x@evil.example\r\n\r\nHi`, /Answers go to x@evil\.example/],
    ["another sender", `${head}Sender: x@evil.example\r\n\r\nHi`, /sent by another/],
    ["a header twice", `${head}To: c@example.org\r\n\r\nHi`, /to stands in it twice/],
    ["two from", `From: a@example.org, b@example.org\r\n\r\nHi`, /from 2 addresses/],
    [
      "an address as a name",
      `From: "ceo@bank.example" <x@evil.example>\r\n\r\nHi`,
      /an address too: ceo@bank/,
    ],
    ["a look-alike domain", `From: a@exаmple.org\r\n\r\nHi`, /may look like another/],
    ["a domain in Punycode", `From: a@xn--exmple-4nf.org\r\n\r\nHi`, /may look like another/],
    ["HTML alone", `${head}Content-Type: text/html\r\n\r\n<b>Hi</b>`, /HTML alone/],
    [
      "a second form",
      `${head}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nHi\r\n--b\r\nContent-Type: text/html\r\n\r\n<b>Pay</b>\r\n--b--`,
      /second form in HTML/,
    ],
  ])("with %s is warned of", (_, text, why) => {
    expect(mail(text).warnings.join(" ")).toMatch(why);
  });

  test("with a line in a header does not make another header of it", () => {
    const view = mail(`${head}Subject: =?utf-8?q?Hi=0D=0ABcc:_x@evil.example?=\r\n\r\nHi`);
    expect(view.facts.map(({ label }) => label)).toEqual(["from", "to", "subject"]);
    expect(view.facts.at(-1)?.value).toBe("Hi\\r\\nBcc: x@evil.example");
  });

  test("of hostile bytes ends soon", () => {
    const nested = Array.from(
      { length: 3_000 },
      (_, at) => `--${at}\nContent-Type: multipart/mixed; boundary=${at + 1}\n\n`,
    );
    const began = performance.now();
    mail(`Content-Type: multipart/mixed; boundary=0\n\n${nested.join("")}`);
    mail(`Content-Type: multipart/mixed; boundary=b\n\n${"--b\n\n".repeat(300_000)}`);
    mail(`Subject: ${"=?utf-8?q?".repeat(100_000)}\n\n`);
    mail(`From: ${"a@".repeat(300_000)}\n\n`);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("a payment", () => {
  const earlier = (args: JsonObject): EarlierArgs => ({
    at: "2026-11-20T10:00:00.000Z",
    status: "approved",
    args,
  });
  const pay = (value: number, last: readonly EarlierArgs[] = [], at = "/amount") =>
    viewEvidence(
      {
        kind: "payment",
        name: "invoice 4711",
        amount: { at, value },
        currency: { at: "/currency", value: "EUR" },
        payee: { at: "/to", value: "Acme GmbH" },
      },
      { contents: new Map(), earlier: last, language: "en" },
    );
  const acme = earlier({ amount: 100, currency: "EUR", to: "Acme GmbH" });

  test("says how much to whom, with the exact values and the last ones like it", () => {
    const view = pay(149.5, [acme]);
    expect(view.heading).toBe("Pay 149.5 EUR to Acme GmbH");
    expect(view.facts).toContainEqual({ label: "/amount", value: "149.5" });
    expect(view.lines.map(({ text }) => text)).toEqual([
      "2026-11-20 approved: 100 EUR to Acme GmbH",
    ]);
    expect(view.warnings).toEqual([]);
  });

  test("to a new payee, or of much more than before, is warned of", () => {
    const other = earlier({ amount: 10, currency: "EUR", to: "Other" });
    expect(pay(10, [other]).warnings).toEqual([
      expect.stringContaining("did not go to this payee"),
    ]);
    expect(pay(201, [acme]).warnings).toEqual([expect.stringContaining("more than twice")]);
    expect(pay(5, [], "/amount_cents").warnings).toEqual([expect.stringContaining("cents")]);
  });
});

test("an image is told by its bytes, and what is called one is none", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d4948445200000500000002d0", "hex");
  const image = (bytes: string | Uint8Array) =>
    viewEvidence({ kind: "image", name: "a.png", digest }, of(bytes));
  expect(image(png).heading).toBe("Image a.png · PNG · 1280 × 720 · 24 bytes");
  expect(image(png).files).toMatchObject([{ media_type: "image/png" }]);
  const svg = image("<svg onload=alert(1)>");
  expect(svg.warnings).toEqual([expect.stringContaining("no image")]);
  expect(svg.files).toMatchObject([{ media_type: "text/plain" }]);
});
