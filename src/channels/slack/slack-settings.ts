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
    says: "has to begin with xoxb-, and this does not look like one. Find it under OAuth & Permissions, and copy all of it",
  },
  signingSecret: {
    form: /^[!-~]{16,200}$/,
    says: "has to have 16 characters or more without spaces. Find it under Basic Information",
  },
  appToken: {
    form: /^xapp-[\w-]{5,300}$/,
    says: "has to begin with xapp-, and this does not look like one. Make it under Basic Information, App-Level Tokens",
  },
  teamId: {
    form: /^[TE][A-Z0-9]{2,30}$/,
    says: "has to be the workspace's id, such as T0123. Leave it out if in doubt",
  },
} as const satisfies Record<string, Rule>;

/** Throws INVALID_INPUT with the setting's name; its value is never repeated. */
export function readSettings(settings: JsonObject): SlackSettings {
  const { botToken } = settingOf(settings, "botToken");
  if (botToken === undefined) throw invalid("botToken", RULES.botToken.says);
  const ways = { ...settingOf(settings, "signingSecret"), ...settingOf(settings, "appToken") };
  if (ways.signingSecret === undefined && ways.appToken === undefined) {
    throw invalid(
      "appToken",
      "is missing, and so is signingSecret for Slack's calls over HTTP. Give one of the two",
    );
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
  throw invalid(
    "apiUrl",
    "has to be an https address, such as https://slack-gov.com/api/. Leave it out for slack.com",
  );
}

/** What is wrong with the form of one setting; undefined if nothing is. */
export function settingFault(name: keyof SlackSettings): (value: string) => string | undefined {
  return (value) => {
    try {
      if (name === "apiUrl") apiUrlOf(value);
      else settingOf({ [name]: value }, name);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
}

/** The two tokens are easily confused, and other tokens of Slack lie beside them. */
export function botTokenFault(value: string): string | undefined {
  if (value.startsWith("xapp-")) {
    return "This is an app-level token. First the bot token is asked for, which begins with xoxb-.";
  }
  if (value.startsWith("xoxp-")) {
    return "This is a token of a person. Earshot needs the app's own: Bot User OAuth Token, which begins with xoxb-.";
  }
  return settingFault("botToken")(value);
}

function invalid(name: string, what: string): EarshotError {
  return new EarshotError("INVALID_INPUT", `The setting ${name} of the channel slack ${what}.`, {
    details: { setting: name },
  });
}
