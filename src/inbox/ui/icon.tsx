const PATHS = {
  inbox: "M2.5 9.5 4.3 3.6h7.4l1.8 5.9v3H2.5zM2.5 9.5h3.2l.9 1.6h2.8l.9-1.6h3.2",
  conversations: "M2.5 3.5h11v7.5H7l-3 2.5V11H2.5z",
  liaison: "M2.5 3h6.8v5.2H5.6L3.8 10V8.2H2.5zM11.3 6.2h2.2v5.2h-1.2v1.8l-1.8-1.8H7v-1.2",
  again: "M12.8 6.2A5 5 0 1 0 13 8.8M13 3v3.3H9.7",
  runs: "M5 3.2 12.4 8 5 12.8z",
  sessions: "M5.5 4v8M10.5 4v8",
  agents: "M3.5 6h9v6.5h-9zM8 6V3.4M6 8.8v1M10 8.8v1",
  deliveries: "M2.2 7.6 13.6 2.6 10.8 13.4 7.4 9.4zM7.4 9.4 13.6 2.6M7.4 9.4v3.8",
  policy: "M8 2.2 13 4v4c0 3-2.2 4.9-5 5.8C5.2 12.9 3 11 3 8V4z",
  audit: "M4 2.5h8v11H4zM6 5.5h4M6 8h4M6 10.5h2.5",
  dashboard: "M3 13V8.5M6.4 13V3.5M9.7 13V6.5M13 13v-2.5",
  settings: "M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.5v3M6 9.5v3",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3 13.5 13.5",
  close: "M4 4l8 8M12 4l-8 8",
  back: "M9.5 3.5 5 8l4.5 4.5",
  chevron: "M4.5 6.5 8 10l3.5-3.5",
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4.5 4.5l7 7M11.5 4.5l-7 7",
  clock: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 5v3.2l2 1.3",
  question:
    "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM6.3 6.4a1.75 1.75 0 1 1 2.6 1.5c-.6.35-.9.7-.9 1.3M8 11.2h.01",
  copy: "M5.5 5.5h7v7h-7zM3.5 10.5v-7h7",
  person: "M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3.2 13.5c.4-2.7 2.3-4 4.8-4s4.4 1.3 4.8 4",
  link: "M6.7 9.3 9.3 6.7M7.3 4.8l1-1a2.7 2.7 0 0 1 3.9 3.9l-1 1M8.7 11.2l-1 1a2.7 2.7 0 0 1-3.9-3.9l1-1",
  key: "M6 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM7.8 8.2 13 3M10.7 5.3l1.7 1.7",
} as const;
export type IconName = keyof typeof PATHS;

/** They point, and so the other way where a page is read from right to left. */
const POINTING: readonly IconName[] = ["back", "deliveries", "runs"];

/** A visual sign beside words; it never replaces a name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class={POINTING.includes(name) ? "icon icon-points" : "icon"}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
