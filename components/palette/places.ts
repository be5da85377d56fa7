/** Pages and settings beside the sections of the navigation: their names, the words that find them, their addresses. */
export type Place = { name: string; words: string; address: string };

/** What is set for the project, where it stands on the page of its settings. */
const SETTINGS: readonly (readonly [name: string, words: string, path: string])[] = [
  ["General", "project name", "#general"],
  ["Retries", "retry strategy attempts wait backoff", "#retries"],
  ["Signature", "signing header hash", "#signature"],
  ["Deliveries", "limits tls headers", "#deliveries"],
  ["Receiving", "payload size rate limit", "#receiving"],
  ["Retention", "keep days delete", "#retention"],
  ["Circuit breaker", "pending failing endpoint", "#circuit-breaker"],
  ["Meta events", "notify address", "#meta-events"],
  ["Members", "people roles invite", "/members"],
  ["API keys", "token credentials", "/api-keys"],
  ["Audit log", "history who changed", "/audit-log"],
];

export function settingPlaces(projectID: string): Place[] {
  const home = `/projects/${projectID}/settings`;
  return SETTINGS.map(([name, words, path]) => ({ name: `Settings: ${name}`, words, address: home + path }));
}

const INSTALLATION: readonly Place[] = [
  { name: "Installation: Health", words: "status database", address: "/installation/health" },
  { name: "Installation: People", words: "users accounts suspend", address: "/installation/people" },
  { name: "Installation: Audit log", words: "history who changed", address: "/installation/audit-log" },
];

/** The pages outside of the project; those of the installation are its owner's. */
export function outerPlaces(projectID: string, isOwner: boolean): Place[] {
  return [
    { name: "API reference", words: "docs documentation", address: `/docs?project=${projectID}` },
    { name: "Your account", words: "password name sessions", address: "/account" },
    { name: "All projects", words: "list", address: "/projects" },
    ...(isOwner ? INSTALLATION : []),
  ];
}
