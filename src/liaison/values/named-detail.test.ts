import { expect, test } from "vitest";
import type { SlotKind } from "../cases/slot-kind.ts";
import { withoutNamedLead } from "./named-detail.ts";

test.each<[string, SlotKind, string]>([
  ["The audience is neighbours who are new", "audience", "neighbours who are new"],
  ["Zielgruppe sind die Eltern", "audience", "die Eltern"],
  ["Das Budget liegt bei 600 Euro", "budget", "600 Euro"],
  ["El presupuesto es de 1500 euros", "budget", "1500 euros"],
  ["Le public, ce sont les familles", "audience", "les familles"],
  ["Il budget è di 35 euro a testa", "budget", "35 euro a testa"],
  ["O público são pessoas do bairro", "audience", "pessoas do bairro"],
  ["Het budget is 1800 euro", "budget", "1800 euro"],
  ["Budżet to 300 zł", "budget", "300 zł"],
  ["予算は6万円です。", "budget", "6万円"],
  ["预算是每月3000元", "budget", "每月3000元"],
  ["The budget is tight", "audience", "The budget is tight"],
  ["Datenbank ist Postgres", "period", "Datenbank ist Postgres"],
])("“%s” answers a question of the kind %s: %s", (said, kind, answer) => {
  expect(withoutNamedLead(said, kind)).toBe(answer);
});
