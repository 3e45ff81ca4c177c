export const SCOPES = ["project", "user"] as const;

/** For one project, in its folder, or for one person, in all projects. */
export type Scope = (typeof SCOPES)[number];
