/** Slack's limits; for text, in UTF-16 units after escaping. */
export const LIMITS = {
  blocks: 50,
  /**
   * For all blocks together. Slack documents no number for `msg_blocks_too_long`, so this is well
   * below.
   */
  message: 12_000,
  section: 3_000,
  header: 150,
  buttonLabel: 75,
  /** What a button returns when pressed. */
  value: 2_000,
  optionLabel: 75,
  options: 100,
  actions: 25,
  placeholder: 150,
  fallback: 1_000,
  modalTitle: 24,
  modalFields: 90,
  fieldLabel: 2_000,
  fieldValue: 3_000,
  privateMetadata: 3_000,
  fieldError: 500,
  ephemeral: 3_000,
} as const;
