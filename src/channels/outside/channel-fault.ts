/*
 * Checks what an outside module hands over. TypeScript has not seen it, and a missing part is
 * better reported at the start than at the first message.
 */

const CHANNEL_FUNCTIONS = ["fits", "start", "stop", "post", "edit", "check"];
const CAPABILITIES = ["find", "edit", "buttons", "forms", "threads", "marks", "history"];
const SETUP_FIELD = ["name", "label", "help"];

/** What keeps an export from being the module of this kind, as a sentence. */
export function moduleFault(module: unknown, kind: string): string | undefined {
  if (!isRecord(module)) {
    return "it exports no channelModule and has no default export that is one.";
  }
  if (module["kind"] !== kind) {
    return `it is of the kind ${JSON.stringify(module["kind"])}. Name it so in channels.json, or name another module.`;
  }
  if (typeof module["open"] !== "function") return "its channelModule has no function open.";
  return setupFault(module["setup"]);
}

function setupFault(setup: unknown): string | undefined {
  if (!isRecord(setup)) return "its channelModule has no setup.";
  const { steps, fields } = setup;
  if (!Array.isArray(steps) || !steps.every((step) => typeof step === "string")) {
    return "the steps of its setup are no list of texts.";
  }
  if (!Array.isArray(fields) || !fields.every(isField)) {
    return "the fields of its setup are no list of name, label, help and isSecret.";
  }
  const isTaken = fields.some((field) => isRecord(field) && field["name"] === "module");
  return isTaken
    ? "its setup asks for module, which is what names it in channels.json."
    : undefined;
}

function isField(field: unknown): boolean {
  return (
    isRecord(field) &&
    SETUP_FIELD.every((name) => typeof field[name] === "string") &&
    typeof field["isSecret"] === "boolean"
  );
}

/** What keeps an opened object from being a channel of this kind. */
export function channelFault(channel: unknown, kind: string): string | undefined {
  if (!isRecord(channel)) return "its open gives no channel";
  if (channel["kind"] !== kind) {
    return `its open gives a channel of the kind ${JSON.stringify(channel["kind"])}`;
  }
  const missing = CHANNEL_FUNCTIONS.find((name) => typeof channel[name] !== "function");
  if (missing !== undefined) return `its channel has no function ${missing}`;
  const { maxText, capabilities, rates } = channel;
  if (!isPositive(maxText)) return "its channel has no maxText";
  if (!isRecord(capabilities)) return "its channel has no capabilities";
  const untold = CAPABILITIES.find((name) => typeof capabilities[name] !== "boolean");
  if (untold !== undefined) return `its channel does not say whether it is capable of ${untold}`;
  const isRated = isRecord(rates) && isRate(rates["address"]) && isRate(rates["all"]);
  return isRated ? undefined : "its channel has no rates";
}

function isRate(rate: unknown): boolean {
  return isRecord(rate) && isPositive(rate["perMs"]) && isPositive(rate["count"]);
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
