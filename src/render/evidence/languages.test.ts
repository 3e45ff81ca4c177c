import { expect, test } from "vitest";
import type { ContentDigest } from "../../domain/content/content.ts";
import type { Evidence } from "../../domain/evidence/evidence.ts";
import { SURFACE_LANGUAGES } from "../../messages/message-language.ts";
import { viewEvidence } from "./view-evidence.ts";

/* What Earshot says about evidence, in the language of whoever is shown it. */

const digest: ContentDigest = `sha256:${"0".repeat(64)}`;
const AT = "2026-11-20T10:00:00.000Z";

function drawn(language: string, evidence: Evidence, text: string) {
  const args = { amount: 100, to: "Acme" };
  return viewEvidence(evidence, {
    language,
    contents: new Map([[digest, Buffer.from(text)]]),
    earlier: [{ at: AT, status: "approved", args }],
  });
}

const PAYMENT: Evidence = {
  kind: "payment",
  name: "invoice 4711",
  amount: { at: "/amount_cents", value: 14_950.5 },
  payee: { at: "/to", value: "Other" },
};
const MAIL = `From: Ana <ana@example.com>
To: ben@example.org
Reply-To: x@evil.example

Hi`;

test("in German", () => {
  const file: Evidence = { kind: "file", name: "a.txt", before: null, after: digest };
  expect(drawn("de", file, "a\n")).toMatchObject({
    heading: "a.txt anlegen · +1 −0",
    lines: [
      { sign: "#", text: "Zeile 1" },
      { sign: "+", text: "a" },
    ],
  });
  const sql: Evidence = { kind: "sql", name: "q", digest, params: { a: true } };
  expect(drawn("de", sql, "DELETE FROM t; UPDATE t SET a = :a")).toMatchObject({
    heading: "SQL q · DELETE, UPDATE",
    warnings: [
      "DELETE ohne WHERE: Es betrifft jede Zeile.",
      "UPDATE ohne WHERE: Es betrifft jede Zeile.",
    ],
    facts: [{ label: "a", value: "true (Wahrheitswert)" }],
  });
  expect(drawn("de-AT", PAYMENT, "")).toMatchObject({
    heading: "14.950,5 an Other zahlen",
    warnings: [
      "Die letzte genehmigte Zahlung ging nicht an diesen Empfänger.",
      "Kein Argument nennt eine Währung.",
      "Dem Namen nach zählt der Betrag Cent oder Ähnliches.",
    ],
    lines: [{ text: "2026-11-20 genehmigt: ? an Acme" }],
  });
});

test("in Spanish and French", () => {
  const mail: Evidence = { kind: "mail", name: "m.eml", digest };
  expect(drawn("es", mail, MAIL)).toMatchObject({
    heading: "Correo m.eml · 1 destinatario · 0 adjuntos",
    warnings: ["Las respuestas van a x@evil.example, no al remitente."],
  });
  expect(drawn("fr", mail, MAIL)).toMatchObject({
    heading: "Mail m.eml · 1 destinataire · 0 pièce jointe",
    warnings: ["Les réponses vont à x@evil.example, pas à l’expéditeur."],
  });
});

test("in Japanese", () => {
  const plan: Evidence = { kind: "plan", name: "p", digest };
  const changes = [
    { address: "db.main", change: { actions: ["delete"] } },
    { address: "lb.front", change: { actions: ["create"] } },
  ];
  expect(drawn("ja", plan, JSON.stringify({ resource_changes: changes }))).toMatchObject({
    heading: "プラン p · 破棄 1 件、作成 1 件",
    warnings: [
      "破棄されるもの: db.main",
      "適用されるプランファイルが示されていないため、別のものが適用される可能性があります。",
    ],
    lines: [{ text: "破棄 db.main" }, { text: "作成 lb.front" }],
  });
});

test("what is bound, and what the bytes say, is the same in all languages", () => {
  const patch: Evidence = { kind: "patch", name: "p", digest };
  const text = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
  const bound = (language: string) => {
    const { files, lines, more } = drawn(language, patch, text);
    return { files, lines, more };
  };
  for (const language of SURFACE_LANGUAGES) expect(bound(language)).toEqual(bound("en"));
});

test("in a language that there are no texts in it is English", () => {
  expect(drawn("sv", PAYMENT, "").heading).toBe("Pay 14,950.5 to Other");
});
