/* A browser as far as signing in goes: it posts the token of a link, and sends its cookie back. */

export interface BrowserSide {
  readonly status: number;
  readonly cookie: string;
  readonly body: {
    readonly session?: { readonly id: string; readonly atTerminal: boolean };
    readonly operator?: { readonly name: string; readonly role: string };
    readonly pageSecret?: string;
  };
  /** The name that the server knows it by; undefined where it is not let in. */
  whoami(): Promise<string | undefined>;
}

const LINK = /^(http:\/\/localhost:\d+)\/sign-in#([\w-]{43})$/m;

/** The link that stands alone on a line of this text. */
export function linkIn(text: string): { readonly origin: string; readonly token: string } {
  const [, origin, token] = LINK.exec(text) ?? [];
  if (origin === undefined || token === undefined) throw new Error(`No link alone in ${text}`);
  return { origin, token };
}

export async function signInBy(text: string): Promise<BrowserSide> {
  const { origin, token } = linkIn(text);
  const answer = await fetch(`${origin}/v1/sign-in/link`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const body = (await answer.json()) as BrowserSide["body"];
  return {
    status: answer.status,
    cookie,
    body,
    async whoami() {
      const seen = await fetch(`${origin}/v1/whoami`, {
        headers: { cookie, "earshot-page": body.pageSecret ?? "" },
      });
      if (!seen.ok) return undefined;
      const { principal } = (await seen.json()) as { principal: { name: string } };
      return principal.name;
    },
  };
}
