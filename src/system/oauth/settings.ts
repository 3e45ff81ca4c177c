import { EarshotError } from "../../domain/errors.ts";
import { isSafeUrl } from "../public-url.ts";

/** The authorization server whose tokens this server accepts, as an operator configures it. */
export interface OAuthOptions {
  /** Exactly as the authorization server writes it into its tokens. */
  readonly issuer?: string | undefined;
  /** The audience that tokens name, if it is not the public address. */
  readonly audience?: string | undefined;
}

export interface OAuthSettings {
  readonly issuer: string;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** A token must name one of them. */
  readonly audiences: readonly string[];
}

const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * Undefined without settings; a public URL alone, which `checkPublicUrl` has accepted, says nothing
 * about tokens. Throws INVALID_INPUT for incomplete or unsafe settings.
 */
export function checkOAuth(
  { issuer, audience }: OAuthOptions,
  publicUrl: string | undefined,
): OAuthSettings | undefined {
  if (issuer === undefined && audience === undefined) return undefined;
  if (issuer === undefined) throw missing("--oauth-issuer", "EARSHOT_OAUTH_ISSUER");
  if (publicUrl === undefined) throw missing("--public-url", "EARSHOT_PUBLIC_URL");
  checkIssuer(issuer);
  if (audience !== undefined && !PRINTABLE.test(audience)) {
    throw refused(
      "The audience has characters that no audience of a token has. Give it as the tokens name it.",
    );
  }
  // Clients write the address of a whole host with or without a slash at its end.
  const own = [`${publicUrl}/mcp`, publicUrl, `${publicUrl}/`];
  return { issuer, publicUrl, audiences: audience === undefined ? own : [audience] };
}

function checkIssuer(issuer: string): void {
  const url = PRINTABLE.test(issuer) ? URL.parse(issuer) : null;
  const isBare = url?.username === "" && url.password === "" && !/[?#]/.test(issuer);
  if (url !== null && isBare && isSafeUrl(url)) return;
  throw refused(
    "The OAuth issuer must be an https address without query, fragment or user, as the authorization server writes it into its tokens. http is taken only for one on this machine.",
  );
}

function missing(option: string, variable: string): EarshotError {
  return refused(
    `To take OAuth tokens the server must know both their issuer and its own public URL. Give ${option} (or ${variable}) too, or leave the issuer and the audience out.`,
  );
}

function refused(message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message);
}
