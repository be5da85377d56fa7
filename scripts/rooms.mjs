/**
 * The rooms of lib/, the highest first. What is in a room imports from its own and from those below, types too, so there
 * is no circle. The linter reads this list, and rooms.test.ts holds the whole graph of imports against it.
 */
export const ROOMS = [
  "next",
  "api",
  "program",
  "checkup",
  "feeds",
  "intake",
  "sending",
  "upkeep",
  "public-pages",
  "snapshots",
  "nouns/removals",
  "nouns/views",
  "nouns/connections",
  "nouns/subscriptions",
  "nouns/replays",
  "nouns/incidents",
  "nouns/meta-events",
  "nouns/deliveries",
  "nouns/events",
  "nouns/stats",
  "nouns/notes",
  "nouns/kinds",
  "nouns/devices",
  "nouns/receivers",
  "nouns/sources",
  "nouns/endpoints",
  "nouns/function-versions",
  "nouns/catalogues",
  "nouns/event-types",
  "nouns/api-keys",
  "nouns/members",
  "nouns/users",
  "nouns/projects",
  "nouns/announcements",
  "nouns/project-settings",
  "nouns/notifications",
  "nouns/problems",
  "nouns/alert-routes",
  "nouns/alert-rules",
  "nouns/health",
  "nouns/signals",
  "nouns/alerts",
  "nouns/audit-log",
  "keys",
  "queue",
  "db",
  "providers",
  "functions",
  "filter",
  "signing",
  "egress",
  "processes",
  "wire",
  "metrics",
  "tracing",
  "kernel",
];

/** The room of a file that is named from the repository's top: `lib/nouns/events/load.ts` is in `nouns/events`. */
export function roomOf(file) {
  const [top, shelf, noun] = file.split("/");
  if (top !== "lib") return null;
  return shelf === "nouns" ? `nouns/${noun}` : shelf;
}
