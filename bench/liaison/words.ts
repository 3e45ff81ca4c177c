/** What a person says in a conversation of the bench, from their need to two corrections. */
export const WORDS: readonly string[] = [
  "I need a sales dashboard.",
  "It covers last quarter, from our sales database.",
  "Show revenue, units and margin. It is for the executives, with bar and line charts.",
  "It is right when the totals agree with the monthly reports. Just do it.",
  "It must also be filterable by region.",
  "Actually, make it weekly, and drop the units.",
];
