import { LEVELS } from "../authority/action.ts";
import { formatDuration } from "../duration.ts";
import { CONTENT_MODES, type EscalationStep, type RoutingRules } from "../hub/routing.ts";
import { DEFAULT_FALLBACK_MS, MAX_NAME_LENGTH } from "../limits.ts";
import { isRoleName, namesRole } from "../people/role-names.ts";
import { channelKind } from "./channel-kind-form.ts";
import {
  described,
  duration,
  fields,
  list,
  mapOf,
  mapped,
  oneOf,
  type Part,
  type Report,
  text,
} from "./form-fields.ts";

const MAX_STEPS = 10;
const MAX_PEOPLE = 20;
const MAX_CHANNELS = 50;
const MAX_TOOLS = 100;

const asked: Part<string> = text({
  most: MAX_NAME_LENGTH,
  fault: (name) =>
    namesRole(name) && !isRoleName(name)
      ? "no such role is asked; write role:owner, role:approver or a name."
      : undefined,
});

const escalationStep: Part<EscalationStep> = mapped(
  fields<EscalationStep>({
    of: "a step of escalate",
    required: ["after", "to"],
    keys: {
      after: { as: "afterMs", part: described(duration(30), "How long it has been open, as 30m.") },
      to: {
        as: "to",
        part: described(
          list(asked, MAX_PEOPLE),
          "Who else is asked: names of operators, role:owner or role:approver.",
        ),
      },
    },
  }),
  ({ afterMs = 0, to = [] }) => ({ afterMs, to }),
);

/** The key `routing` of a policy file. */
export const routingForm: Part<RoutingRules> = fields<RoutingRules>({
  of: "routing",
  isFilled: true,
  keys: {
    fallback_after: {
      as: "fallbackAfterMs",
      part: described(
        duration(7),
        `Without a sign from one address of an operator for this long, the next is tried; ${formatDuration(DEFAULT_FALLBACK_MS)} if absent.`,
      ),
    },
    escalate: {
      as: "escalation",
      part: described(
        list(escalationStep, MAX_STEPS),
        "Who else is asked while it is open, step by step, each later than the one before.",
      ),
    },
    channels: {
      as: "modes",
      part: described(
        mapOf(channelKind, oneOf(CONTENT_MODES), MAX_CHANNELS),
        "How much of a request is shown there: full, or minimal, which is only its title and a link; full if absent.",
      ),
    },
    minimal_from: {
      as: "minimalFrom",
      part: described(
        oneOf(LEVELS),
        "From this level on an authorization is minimal on every channel.",
      ),
    },
    approve_by_name: {
      as: "approvedByName",
      part: described(
        list(text({ most: MAX_NAME_LENGTH }), MAX_TOOLS),
        "Patterns of tools whose LOW and MEDIUM actions are approved from a notification that shows the tool and no arguments; none if absent.",
      ),
    },
  },
  check({ escalation = [] }, place, report) {
    checkOrder(escalation, place, report);
  },
});

function checkOrder(steps: readonly EscalationStep[], place: string, report: Report): void {
  for (const [index, { afterMs }] of steps.entries()) {
    const former = steps[index - 1];
    if (former === undefined || afterMs > former.afterMs) continue;
    report(`${place}.escalate[${index}].after`, "it is later than that of the step before.");
  }
}
