import type { EarshotClient } from "../../client/client.ts";
import { EarshotError } from "../../domain/errors.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { readPrivateFile, writePrivateFile } from "../../system/private-file.ts";

type Keys = Readonly<Record<string, string>>;

/** The keys of the agents of a host, which it makes where there are none, in a file of the data folder. */
export interface AgentKeys {
  keyOf(agent: string): Promise<string>;
}

export function createAgentKeys(
  data: string,
  operator: () => Pick<EarshotClient, "createKey">,
): AgentKeys {
  const file = dataPaths(data).agentKeys;
  return {
    async keyOf(agent) {
      const known = read(file);
      if (known[agent] !== undefined) return known[agent];
      const { secret } = await operator().createKey({ kind: "agent", name: agent });
      writePrivateFile(file, `${JSON.stringify({ ...read(file), [agent]: secret }, null, 2)}\n`);
      return secret;
    },
  };
}

function read(file: string): Keys {
  const text = readPrivateFile(file);
  if (text === undefined) return {};
  try {
    return Object.assign(Object.create(null), JSON.parse(text)) as Keys;
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${file} cannot be read as JSON. Remove it, and keys are made anew.`,
      { cause, details: { file } },
    );
  }
}
