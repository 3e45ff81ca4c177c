import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Attack, Family } from "./attack.ts";
import type { Granted, Scene } from "./scene.ts";

const LIKE = "A1 forged grant; Hono CVE-2026-22817, CVE-2026-22818: the token chose its algorithm";

const encoded = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decoded = (part: string) =>
  JSON.parse(Buffer.from(part, "base64url").toString()) as JsonObject;

interface Parts {
  readonly header: string;
  readonly payload: string;
  readonly signature: string;
}

function partsOf(token: string): Parts {
  const [header = "", payload = "", signature = ""] = token.split(".");
  return { header, payload, signature };
}

type Forge = (parts: Parts, at: { scene: Scene; granted: Granted }) => string | Promise<string>;

function forged(id: string, does: string, forge: Forge): Attack {
  return {
    id: `forgery/${id}`,
    does,
    like: LIKE,
    refusal: "GRANT_REFUSED not_ours",
    async prepare(scene) {
      const granted = await scene.granted();
      const grant = await forge(partsOf(granted.live.grant), { scene, granted });
      const scout = await scene.as("scout");
      return () => scout.redeem({ ...granted.live, grant });
    },
  };
}

/** The signature of ours under another header. */
const header = (id: string, does: string, over: JsonObject) =>
  forged(`header-${id}`, does, (parts) =>
    [encoded({ ...decoded(parts.header), ...over }), parts.payload, parts.signature].join("."),
  );

/** The signature of ours over other claims. */
const claims = (id: string, does: string, over: JsonObject) =>
  forged(`claims-${id}`, does, (parts) =>
    [parts.header, encoded({ ...decoded(parts.payload), ...over }), parts.signature].join("."),
  );

function signedBy(key: KeyObject, { header, payload }: Parts): string {
  const text = `${header}.${payload}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString("base64url")}`;
}

/** One bit of the token is another. */
const flipped = (part: keyof Parts, at: number) =>
  forged(`bit-${part}-${at}`, `flips a bit of the ${part}`, (parts) => {
    const bytes = Buffer.from(parts[part], "base64url");
    const index = Math.floor(at * (bytes.length - 1));
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    const other: Parts = { ...parts, [part]: bytes.toString("base64url") };
    return [other.header, other.payload, other.signature].join(".");
  });

const mac = (key: string | Buffer, { payload }: Parts, alg: JsonObject) => {
  const text = `${encoded(alg)}.${payload}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
};

const OTHER = `dep_${"0".repeat(32)}`;
/** Signed with a copy of our keys. */
const OTHERS: readonly (readonly [string, string, JsonObject])[] = [
  [
    "other",
    "brings the grant of another deployment with the same keys",
    { iss: OTHER, aud: OTHER },
  ],
  ["issuer", "brings a grant that another deployment has made for ours", { iss: OTHER }],
  ["audience", "brings a grant of ours that is for another deployment", { aud: OTHER }],
  ["none", "brings a grant of no deployment", { iss: "", aud: "" }],
  ["former", "calls a grant that of an earlier version, with an audience", { iss: "earshot" }],
];

export const grantForgery: Family = {
  name: "grant forgery",
  attacks: [
    ...["none", "None", "NONE", "nOnE"].map((alg) =>
      forged(`alg-${alg}`, `signs with the algorithm ${alg}`, ({ header, payload }) =>
        [encoded({ ...decoded(header), alg }), payload, ""].join("."),
      ),
    ),
    forged(
      "unsigned",
      "leaves the signature out",
      ({ header, payload }) => `${header}.${payload}.`,
    ),
    forged(
      "two-parts",
      "leaves the third part out",
      ({ header, payload }) => `${header}.${payload}`,
    ),
    forged("hs256-public", "signs with our public key as a secret", async (parts, { scene }) => {
      const [key] = (await scene.ctx.signer.publicKeys()).keys;
      return mac(String(key?.["x"]), parts, { ...decoded(parts.header), alg: "HS256" });
    }),
    forged(
      "hs256-bytes",
      "signs with the bytes of our public key as a secret",
      async (parts, { scene }) => {
        const [key] = (await scene.ctx.signer.publicKeys()).keys;
        const bytes = Buffer.from(String(key?.["x"]), "base64url");
        return mac(bytes, parts, { ...decoded(parts.header), alg: "HS256" });
      },
    ),
    forged("hs256-empty", "signs with an empty secret", (parts) =>
      mac("", parts, { ...decoded(parts.header), alg: "HS256" }),
    ),
    forged("own-key", "signs with a key of its own under our key's id", (parts) =>
      signedBy(generateKeyPairSync("ed25519").privateKey, parts),
    ),
    forged("own-key-embedded", "signs with a key of its own and sends it along", (parts) => {
      const { privateKey, publicKey } = generateKeyPairSync("ed25519");
      const jwk = publicKey.export({ format: "jwk" }) as JsonObject;
      return signedBy(privateKey, { ...parts, header: encoded({ ...decoded(parts.header), jwk }) });
    }),
    forged("other-server", "brings the grant of another server", async (_, { granted }) => {
      const { createMemorySigner } = await import("../../src/system/signer.ts");
      const { payload } = partsOf(granted.live.grant);
      return await createMemorySigner().sign("grant", decoded(payload));
    }),
    forged("checkpoint", "brings a checkpoint that we have signed", async (parts, { scene }) =>
      scene.ctx.signer.sign("checkpoint", decoded(parts.payload)),
    ),
    ...OTHERS.map(([id, does, over]) =>
      forged(`deployment-${id}`, does, ({ payload }, { scene }) =>
        scene.ctx.signer.sign("grant", { ...decoded(payload), ...over }),
      ),
    ),
    header("typ", "calls itself another type", { typ: "JWT" }),
    header("typ-checkpoint", "calls itself a checkpoint", { typ: "earshot-checkpoint+jwt" }),
    header("typ-case", "writes the type in capitals", { typ: "EARSHOT-GRANT+JWT" }),
    header("kid", "names another key", { kid: "another" }),
    header("kid-path", "names a file as the key", { kid: "../../../dev/null" }),
    header("kid-sql", "names the key in a way that a query could take", { kid: "' or 1=1 --" }),
    header("jku", "names an address for keys", { jku: "https://evil.example/keys" }),
    header("x5u", "names an address for certificates", { x5u: "https://evil.example/cert" }),
    header("crit", "wants an extension to be understood", { crit: ["b64"], b64: false }),
    header("alg-rs256", "calls the signature RS256", { alg: "RS256" }),
    header("alg-es256", "calls the signature ES256", { alg: "ES256" }),
    claims("digest", "names another digest", { digest: "0".repeat(64) }),
    claims("sub", "names another agent", { sub: "prn_01k00000000000000000000000" }),
    claims("workspace", "names another workspace", { workspace: "abroad" }),
    claims("request", "names another request", { request: "req_01k00000000000000000000000" }),
    claims("exp", "lives longer", { exp: 9_999_999_999 }),
    claims("level", "names a lower level", { level: "LOW" }),
    claims("tool", "names another tool", { tool: "delete_all_users" }),
    claims("jti", "names another grant", { jti: "grt_01k00000000000000000000000" }),
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((at) =>
      (["header", "payload", "signature"] as const).map((part) => flipped(part, at)),
    ),
    forged("empty", "brings nothing", () => ""),
    forged("dots", "brings two dots", () => ".."),
    forged("four-parts", "brings a fourth part", ({ header, payload, signature }) =>
      [header, payload, signature, "x"].join("."),
    ),
    forged(
      "spaces",
      "puts blanks around it",
      ({ header, payload, signature }) => ` ${header}.${payload}.${signature} `,
    ),
    forged(
      "padding",
      "pads the signature",
      ({ header, payload, signature }) => `${header}.${payload}.${signature}==`,
    ),
    forged("base64", "writes base64 where base64url belongs", ({ header, payload, signature }) =>
      [header, payload, Buffer.from(signature, "base64url").toString("base64")].join("."),
    ),
    forged("json", "brings the claims as JSON", ({ payload }) => JSON.stringify(decoded(payload))),
    forged("huge", "brings a megabyte", ({ header }) => `${header}.${"A".repeat(1_000_000)}.AAAA`),
    forged("id", "brings the id of the grant", (_, { granted }) => granted.collected.id),
    forged(
      "digest",
      "brings the digest of the action",
      (_, { granted }) => granted.collected.digest,
    ),
  ],
};
