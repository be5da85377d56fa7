/** Stands for a project in what belongs to the installation: its rules, routes, problems, messages and audit entries. */
export const INSTALLATION = "00000000-0000-0000-0000-000000000000";
