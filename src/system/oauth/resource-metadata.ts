import { TOKEN_SCOPES } from "../../ports/system/token-verifier.ts";
import type { OAuthSettings } from "./settings.ts";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** Where a refused client finds who issues tokens for this server. */
export function resourceMetadataUrl({ publicUrl }: OAuthSettings): string {
  return `${publicUrl}${WELL_KNOWN}/mcp`;
}

/** The metadata of RFC 9728 by path: for the whole server, and for its MCP door. */
export function resourceDocuments({
  issuer,
  publicUrl,
}: OAuthSettings): Readonly<Record<string, object>> {
  const about = (resource: string) => ({
    resource,
    authorization_servers: [issuer],
    scopes_supported: TOKEN_SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Earshot",
  });
  return { [WELL_KNOWN]: about(publicUrl), [`${WELL_KNOWN}/mcp`]: about(`${publicUrl}/mcp`) };
}
