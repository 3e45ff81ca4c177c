import { signal } from "@preact/signals";

const query = matchMedia("(min-width: 43.75rem)");
/** Whether list and reading pane stand side by side; the style sheet uses the same width. */
export const isWide = signal(query.matches);
query.addEventListener("change", () => {
  isWide.value = query.matches;
});
