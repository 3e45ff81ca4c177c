/** Who answers on which platform. */
export const OPERATORS = { slack: "ada", telegram: "tess", webhook: "wes", email: "eve" } as const;
