import nextVitals from "eslint-config-next/core-web-vitals";
import tseslint from "typescript-eslint";

// Biome formats and lints in general. Here stand the rules of React and of the house: arrows point down only
// (ARCHITECTURE.md), frameworks stay in their rooms, the environment is read in one place.

const NOUNS = [
  "alerts",
  "api-keys",
  "audit-log",
  "deliveries",
  "devices",
  "endpoints",
  "event-types",
  "events",
  "health",
  "kinds",
  "members",
  "meta-events",
  "projects",
  "replays",
  "snapshots",
  "sources",
  "stats",
  "subscriptions",
  "users",
];
const ENGINES = [
  "brokers",
  "change-stream",
  "consumers",
  "delivery",
  "ingest",
  "maintenance",
  "workers",
  "notifications",
  "polling",
  "routing",
];
const QUEUE = ["queue"];
const TOOLS = ["db", "egress", "filter", "functions", "signing"];

const filesOf = (folders) => folders.map((folder) => `lib/${folder}/**`);
const modulesOf = (folders) => folders.map((folder) => `@/lib/${folder}/**`);

const ROOMS = {
  next: ["@/lib/next/**"],
  api: ["@/lib/api/**"],
  engines: [...modulesOf(ENGINES), "@/lib/engines", "@/lib/create-runtime"],
  nouns: modulesOf(NOUNS),
  queue: modulesOf(QUEUE),
  tools: modulesOf(TOOLS),
  pages: ["@/app/**", "@/components/**"],
};
const SERVER_API = ["@/lib/api/app", "@/lib/api/auth", "@/lib/api/services", "@/lib/api/route", "@/lib/api/routes/**"];
const RULES_OF_NOUNS = ["@/lib/*/queries", "@/lib/*/mutations"];
const FRAMEWORKS = ["react", "react-dom", "react/**", "react-dom/**", "next", "next/**", "next-auth", "next-auth/**"];
const SQL = ["pg", "kysely", "@/lib/db/**"];

const ABOVE_THE_GROUND = [...FRAMEWORKS, ...Object.values(ROOMS).flat()];

/** Files of one room may not import those rooms above it; types cost nothing at run time and may come from anywhere. */
function room(files, forbidden, message) {
  const patterns = [{ group: forbidden, message, allowTypeImports: true }];
  return {
    files,
    ignores: ["**/*.test.ts", "**/*.test.tsx", "**/*.fixture.ts"],
    rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] },
  };
}

const LOG_CALL =
  "CallExpression[callee.property.name=/^(trace|debug|info|warn|error|fatal)$/]:matches([callee.object.name='log'], [callee.object.property.name=/^#?log$/])";
const LOGGED_ERROR = `${LOG_CALL} > ObjectExpression > Property:not([key.name='err']):matches([key.name=/^(error|e|exception|cause)$/], [value.name=/^(err|error|e|cause)$/])`;

const RULES_OF_SYNTAX = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: "Settings are read in lib/env.ts only.",
  },
  {
    selector: LOGGED_ERROR,
    message: "Log an error as { err: error }: under another name it prints as {}.",
  },
  {
    selector: `${LOG_CALL} > Identifier.arguments:first-child[name=/^(err|error|e|cause|reason)$/i]`,
    message: "Log an error as { err: error }, with a sentence beside it.",
  },
];

// A fact has one writer.
const STATE_TABLES = "(event_deliveries|delivery_queue|ordered_deliveries|endpoint_stat_deltas|event_stat_deltas)";
const STATE_WRITE = `/(insert into|update|delete from)\\s+${STATE_TABLES}\\b/`;
const STATE_WRITES = [
  `TemplateElement[value.raw=${STATE_WRITE}]`,
  `Literal[value=${STATE_WRITE}]`,
  `CallExpression[callee.name='insertInto'] > Literal.arguments:first-child[value=/^${STATE_TABLES}$/]`,
  `CallExpression[callee.property.name=/^(insertInto|updateTable|deleteFrom|mergeInto)$/] > Literal.arguments:first-child[value=/^${STATE_TABLES}\\b/]`,
].map((selector) => ({
  selector,
  message: "The state of a delivery, its queue, its order and its counters are written in lib/queue only.",
}));

const UP = "Arrows point down only: see ARCHITECTURE.md.";

export default [
  {
    ignores: [".next/**", "dist/**", "data/**", "coverage/**", "public/**", "next-env.d.ts", "**/*.gen.ts"],
  },
  ...nextVitals,
  {
    files: ["**/*.{ts,tsx}"],
    plugins: { "@typescript-eslint": tseslint.plugin },
    languageOptions: { parser: tseslint.parser },
  },
  { files: ["*.config.mjs"], rules: { "import/no-anonymous-default-export": "off" } },
  {
    rules: {
      // Whoever signs in or out gets a fresh page, on purpose.
      "@next/next/no-location-assign-relative-destination": "off",
    },
  },
  // Pages and layouts are server components: they run once for a request, which has a time.
  { files: ["app/**/{page,layout}.tsx"], rules: { "react-hooks/purity": "off" } },
  {
    files: ["app/**", "components/**", "lib/**", "server.ts"],
    ignores: ["lib/env.ts", "lib/next/auth-environment.ts"],
    rules: {
      "no-restricted-syntax": ["error", ...RULES_OF_SYNTAX],
    },
  },
  {
    files: ["app/**", "components/**", "lib/**", "cli/**", "server.ts"],
    ignores: ["lib/queue/**", "lib/env.ts", "lib/next/auth-environment.ts", "**/*.test.ts", "**/*.fixture.ts"],
    rules: { "no-restricted-syntax": ["error", ...RULES_OF_SYNTAX, ...STATE_WRITES] },
  },
  room(["lib/*.ts"], ABOVE_THE_GROUND, UP),
  room(["lib/wire/**"], ABOVE_THE_GROUND, "What crosses the wire is read here, in browsers too."),
  room(["lib/create-runtime.ts"], [...FRAMEWORKS, ...ROOMS.pages, ...ROOMS.next, ...ROOMS.api], UP),
  room(["lib/engines.ts"], [...FRAMEWORKS, ...ROOMS.pages, ...ROOMS.next, ...ROOMS.api], UP),
  room(
    filesOf(TOOLS),
    [...FRAMEWORKS, ...ROOMS.pages, ...ROOMS.next, ...ROOMS.api, ...ROOMS.engines, ...ROOMS.nouns, ...ROOMS.queue],
    UP,
  ),
  room(["lib/processes/**"], ABOVE_THE_GROUND, "The processes of a copy know nothing of what it does."),
  room(
    filesOf(NOUNS),
    [
      ...FRAMEWORKS,
      ...ROOMS.pages,
      ...ROOMS.next,
      ...ROOMS.api,
      ...ROOMS.engines,
      // What a source may be configured to: tables and pure readers, which run nothing.
      "!@/lib/ingest/providers",
      "!@/lib/ingest/providers/**",
      "!@/lib/ingest/idempotency-key",
    ],
    UP,
  ),
  room(
    filesOf(QUEUE),
    [
      ...FRAMEWORKS,
      ...ROOMS.pages,
      ...ROOMS.next,
      ...ROOMS.api,
      ...ROOMS.engines,
      ...ROOMS.nouns,
      "@/lib/egress/**",
      "@/lib/filter/**",
      "@/lib/functions/**",
      "@/lib/signing/**",
    ],
    "The queue knows no snapshot, no HTTP and no noun.",
  ),
  room(filesOf(ENGINES), [...FRAMEWORKS, ...ROOMS.pages, ...ROOMS.next, ...ROOMS.api], UP),
  room(["lib/api/**"], [...FRAMEWORKS, ...ROOMS.pages, ...ROOMS.next], UP),
  room(
    ["components/**"],
    [...SQL, ...ROOMS.next, ...ROOMS.engines, ...SERVER_API, ...RULES_OF_NOUNS, "@/app/**"],
    "Components know schemas and the API client; data comes through /v1.",
  ),
  room(
    ["app/**"],
    [...SQL, ...ROOMS.engines, ...SERVER_API, ...RULES_OF_NOUNS],
    "Pages bind; they hold no SQL and no rules.",
  ),
];
