import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { listenAt } from "./listen.ts";

/* A time-stamping authority: `openssl ts` behind a small listener. */

export const HAS_OPENSSL = spawnSync("openssl", ["version"]).status === 0;

export interface TimeAuthority {
  readonly url: string;
  /** The certificate that vouches for it. */
  readonly ca: string;
  /** What `openssl ts` replies to a request. */
  reply(request: Uint8Array): Buffer;
}

const CONFIG = (folder: string) => `[req]
distinguished_name=dn
[dn]
[ca]
basicConstraints=critical,CA:TRUE
[tsa]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
[stamps]
serial=${folder}/serial
signer_cert=${folder}/tsa.pem
signer_key=${folder}/tsa.key
signer_digest=sha256
default_policy=1.2.3.4.1
digests=sha256
ess_cert_id_alg=sha256
`;
const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

export async function openTimeAuthority(folder: string): Promise<TimeAuthority> {
  const openssl = (...args: readonly string[]) =>
    execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "ignore", "ignore"] });
  writeFileSync(join(folder, "tsa.cnf"), CONFIG(folder));
  writeFileSync(join(folder, "serial"), "01\n");
  const config = ["-config", "tsa.cnf"];
  const ca = ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Example CA", "-days", "30"];
  openssl("req", "-x509", ...KEY, ...ca, ...config, "-extensions", "ca");
  const own = ["-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/O=Clock Ltd/CN=Example TSA"];
  openssl("req", ...KEY, ...own, ...config);
  const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30"];
  const extensions = ["-extfile", "tsa.cnf", "-extensions", "tsa"];
  openssl("x509", "-req", "-in", "tsa.csr", ...by, "-out", "tsa.pem", ...extensions);
  const reply = (request: Uint8Array) => {
    writeFileSync(join(folder, "query.tsq"), request);
    const to = ["-queryfile", "query.tsq", "-out", "reply.tsr"];
    openssl("ts", "-reply", ...to, ...config, "-section", "stamps");
    return readFileSync(join(folder, "reply.tsr"));
  };
  const url = await listenAt(async (request, response) => {
    response.writeHead(200, { "content-type": "application/timestamp-reply" });
    response.end(reply(await buffer(request)));
  });
  return { url, ca: join(folder, "ca.pem"), reply };
}
