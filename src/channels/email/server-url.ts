import { EarshotError } from "../../domain/errors.ts";

/** A mail server with the account that Earshot signs in with there. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Otherwise the connection is upgraded, or given up if that fails. */
  readonly isTls: boolean;
  /**
   * On this machine, without TLS from the first byte: nothing crosses a network. The connection is
   * upgraded if the server offers it, under any certificate, and otherwise stays as it is.
   */
  readonly isLocal: boolean;
  readonly user?: string;
  readonly password?: string;
}

export interface ServerUrlRule {
  /** The setting, for messages. */
  readonly setting: string;
  readonly scheme: "smtp" | "imap";
}

const PORTS = { smtp: { tls: 465, upgraded: 587 }, imap: { tls: 993, upgraded: 143 } } as const;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads the address of a mail server. Messages never show the address, because it contains the
 * password.
 */
export function readServerUrl(text: string, { setting, scheme }: ServerUrlRule): MailServer {
  const url = URL.parse(text);
  const name = url?.protocol.slice(0, -1);
  if (url === null || url.hostname === "" || (name !== scheme && name !== `${scheme}s`)) {
    throw invalid(
      `"${setting}" must be an address such as ${scheme}s://user:password@mail.example.com, with special characters in the password percent-encoded.`,
    );
  }
  const isTls = name === `${scheme}s`;
  const [user, password] = credentialsOf(url, setting);
  if (scheme === "imap" && user === "") {
    throw invalid(`"${setting}" needs a user and a password: imaps://user:password@host`);
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? PORTS[scheme][isTls ? "tls" : "upgraded"] : Number(url.port),
    isTls,
    isLocal: !isTls && LOOPBACK.test(url.hostname),
    ...(user !== "" && { user, password }),
  };
}

function credentialsOf(url: URL, setting: string): readonly [string, string] {
  try {
    return [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  } catch {
    throw invalid(
      `The user or the password in "${setting}" is not percent-encoded: write % as %25, @ as %40, : as %3A and / as %2F.`,
    );
  }
}

function invalid(message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message);
}
