import { actsOf } from "../phrases/acts.ts";

const MOST_READ = 600;

/** What the readers by hand say of a clause while a task is told. */
export function definingMarks(text: string): readonly string[] {
  const { acts, isAll } = actsOf(text.slice(0, MOST_READ));
  const said = [...acts];
  return [
    ...said.map((act) => `does ${act}`),
    ...(isAll ? ["does all", ...said.map((act) => `only ${act}`)] : []),
  ];
}
