/** The one place that reads the environment. */
export interface Environment {
  /** Address of the server, or several, separated by commas. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  /** Address, name and key of a model; none of them has a default. */
  readonly modelUrl?: string | undefined;
  readonly modelName?: string | undefined;
  readonly modelKey?: string | undefined;
  /** The authorization server whose tokens a server takes, and where that server is found. */
  readonly oauthIssuer?: string | undefined;
  readonly oauthAudience?: string | undefined;
  readonly publicUrl?: string | undefined;
  /** There is a screen that a browser could open on, as X11 and Wayland tell it. */
  readonly hasDisplay?: boolean;
  readonly noColor: boolean;
  readonly forceColor: boolean;
}

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  return {
    url: nonEmpty(env["EARSHOT_URL"]),
    key: nonEmpty(env["EARSHOT_KEY"]),
    modelUrl: nonEmpty(env["EARSHOT_MODEL_URL"]),
    modelName: nonEmpty(env["EARSHOT_MODEL"]),
    modelKey: nonEmpty(env["EARSHOT_MODEL_KEY"]),
    oauthIssuer: nonEmpty(env["EARSHOT_OAUTH_ISSUER"]),
    oauthAudience: nonEmpty(env["EARSHOT_OAUTH_AUDIENCE"]),
    publicUrl: nonEmpty(env["EARSHOT_PUBLIC_URL"]),
    hasDisplay: (nonEmpty(env["DISPLAY"]) ?? nonEmpty(env["WAYLAND_DISPLAY"])) !== undefined,
    noColor: nonEmpty(env["NO_COLOR"]) !== undefined || env["TERM"] === "dumb",
    forceColor: nonEmpty(env["FORCE_COLOR"]) !== undefined,
  };
}

/** A variable that somebody names, such as the one that holds a model server's key. */
export function readVariable(name: string, env: NodeJS.ProcessEnv = process.env) {
  return nonEmpty(env[name]);
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}

/** What a child process gets that is to find its server by its data folder alone. */
export function environmentOfChild(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { EARSHOT_URL: _url, EARSHOT_KEY: _key, ...rest } = env;
  return rest;
}
