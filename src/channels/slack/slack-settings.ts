import { EarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";

export interface SlackSettings {
  readonly botToken: string;
  /** Present if Slack calls us over HTTP. */
  readonly signingSecret?: string;
  /** Present if we listen over a socket. */
  readonly appToken?: string;
  /** The workspace it is meant for. What Slack itself reports is what counts. */
  readonly teamId?: string;
  readonly apiUrl?: string;
}

interface Rule {
  readonly form: RegExp;
  /** What the form requires, phrased to follow the setting's name. */
  readonly says: string;
}

const RULES = {
  botToken: {
    form: /^xoxb-[\w-]{5,300}$/,
    says: "begins with xoxb-; find it under OAuth & Permissions",
  },
  signingSecret: {
    form: /^[!-~]{16,200}$/,
    says: "has 16 or more characters; find it under Basic Information",
  },
  appToken: {
    form: /^xapp-[\w-]{5,300}$/,
    says: "begins with xapp-; make it under Basic Information",
  },
  teamId: {
    form: /^[TE][A-Z0-9]{2,30}$/,
    says: "is the workspace's id, such as T0123; leave it out if in doubt",
  },
} as const satisfies Record<string, Rule>;

/** Throws INVALID_INPUT with the setting's name; its value is never repeated. */
export function readSettings(settings: JsonObject): SlackSettings {
  const { botToken } = settingOf(settings, "botToken");
  if (botToken === undefined) throw invalid("botToken", RULES.botToken.says);
  const ways = { ...settingOf(settings, "signingSecret"), ...settingOf(settings, "appToken") };
  if (ways.signingSecret === undefined && ways.appToken === undefined) {
    throw invalid("appToken", "is needed, or signingSecret where Slack calls over HTTP");
  }
  const apiUrl = apiUrlOf(settings["apiUrl"]);
  return {
    botToken,
    ...ways,
    ...settingOf(settings, "teamId"),
    ...(apiUrl !== undefined && { apiUrl }),
  };
}

/** An empty value was not filled in, which differs from a setting that is not used. */
function settingOf<N extends keyof typeof RULES>(
  settings: JsonObject,
  name: N,
): { readonly [K in N]?: string } {
  const value = settings[name];
  if (value === undefined || value === null) return {};
  const { form, says } = RULES[name];
  if (typeof value !== "string" || !form.test(value)) throw invalid(name, says);
  return { [name]: value } as { readonly [K in N]?: string };
}

/** Tokens go there, so it must use TLS or be on this machine. */
function apiUrlOf(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined;
  const isLocal = url !== undefined && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url?.protocol === "https:" || (isLocal && url.protocol === "http:")) return url.href;
  throw invalid("apiUrl", "is an https address; leave it out for Slack's own");
}

function invalid(name: string, what: string): EarshotError {
  return new EarshotError("INVALID_INPUT", `The setting ${name} of the channel slack ${what}.`, {
    details: { setting: name },
  });
}
