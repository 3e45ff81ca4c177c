/** What stands out in what an action would do. */
export const HAZARD_KINDS = [
  "deletes_files",
  "runs_from_network",
  "runs_encoded",
  "overwrites_disk",
  "stops_machine",
  "stops_service",
  "opens_files",
  "protection_off",
  "rewrites_history",
  "drops_changes",
  "deletes_resources",
  "sends_file",
  "reads_secret",
  "changes_every_row",
  "deletes_every_row",
  "deletes_rows",
  "drops_table",
  "drops_column",
  "drops_database",
  "drops_other",
  "changes_rights",
  "mail_letters",
  "mail_other",
  "mail_many",
  "too_long",
] as const;
export type HazardKind = (typeof HAZARD_KINDS)[number];

export interface Hazard {
  readonly kind: HazardKind;
  /**
   * The words that show it, as Earshot writes them: `rm -rf`, or the name of a table if that is one plain
   * word. Empty where there are none.
   */
  readonly what: string;
}
