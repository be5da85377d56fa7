import nextVitals from "eslint-config-next/core-web-vitals";
import tseslint from "typescript-eslint";
import { ROOMS } from "./scripts/rooms.mjs";

// Biome formats and lints in general. Here stand the rules of React and of the house: arrows point down only
// (scripts/rooms.mjs), frameworks stay in their rooms, the environment is read in one place.

const TOOLS = ["egress", "filter", "functions", "providers", "signing"];

const modulesOf = (rooms) => rooms.map((room) => `@/lib/${room}/**`);

const PAGES = ["@/app/**", "@/components/**"];
const FRAMEWORKS = ["react", "react-dom", "react/**", "react-dom/**", "next", "next/**", "next-auth", "next-auth/**"];
const SQL = ["pg", "kysely", "@/lib/db/**"];
const SERVER_API = ["@/lib/api/app", "@/lib/api/auth", "@/lib/api/services", "@/lib/api/route", "@/lib/api/routes/**"];
const RULES_OF_NOUNS = ["@/lib/nouns/*/queries", "@/lib/nouns/*/mutations"];
/** The rooms that run something: pages and components see what they did through /v1. */
const RUNNING = modulesOf([
  "program",
  "feeds",
  "intake",
  "sending",
  "upkeep",
  "snapshots",
  "keys",
  "queue",
  "processes",
]);

const UP = "Arrows point down only: see scripts/rooms.mjs.";

/** A static import would load the SDK in copies that trace nothing. */
const SDK_OF_TRACES = {
  group: ["@opentelemetry/*"],
  message: "lib/tracing/start-tracing.ts loads it by import(), where traces are on; types may come from anywhere.",
  allowTypeImports: true,
};

function forbid(files, patterns) {
  return {
    files,
    ignores: ["**/*.test.ts", "**/*.test.tsx", "**/*.fixture.ts", "**/*.process.ts"],
    rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] },
  };
}

/** Files of a room import from no room above it, types neither. */
function room(name, index) {
  const above = [...(name === "next" ? [] : FRAMEWORKS), ...PAGES, ...modulesOf(ROOMS.slice(0, index))];
  const patterns = [{ group: above, message: UP }, SDK_OF_TRACES];
  if (name === "queue") patterns.push({ group: modulesOf(TOOLS), message: "The queue knows no HTTP and no filter." });
  return forbid([`lib/${name}/**/*.{ts,tsx}`], patterns);
}

/** What pages and components may not import; types cost nothing at run time and may come from anywhere. */
const outside = (files, group, message) => forbid(files, [{ group, message, allowTypeImports: true }]);

const LOG_CALL =
  "CallExpression[callee.property.name=/^(trace|debug|info|warn|error|fatal)$/]:matches([callee.object.name='log'], [callee.object.property.name=/^#?log$/])";
const LOGGED_ERROR = `${LOG_CALL} > ObjectExpression > Property:not([key.name='err']):matches([key.name=/^(error|e|exception|cause)$/], [value.name=/^(err|error|e|cause)$/])`;

const RULES_OF_SYNTAX = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: "Settings are read in lib/kernel/env.ts only.",
  },
  {
    selector: LOGGED_ERROR,
    message: "Log an error as { err: error }: under another name it prints as {}.",
  },
  {
    selector: `${LOG_CALL} > Identifier.arguments:first-child[name=/^(err|error|e|cause|reason)$/i]`,
    message: "Log an error as { err: error }, with a sentence beside it.",
  },
  {
    selector:
      "NewExpression > MemberExpression.callee[object.name='pg'][property.name='Pool'], ImportDeclaration[source.value='pg'][importKind!='type'] > ImportSpecifier[imported.name='Pool'][importKind!='type']",
    message:
      "createDatabase of lib/db/client.ts opens pools. Other ones end the process by a connection that the server closes, even after their end().",
  },
  {
    selector: "ImportDeclaration[source.value='next/link']",
    message: "Link of components/ui/link.tsx asks for a page when somebody points at it, not for all in sight.",
  },
];

/** What the rules above send others to. */
const WHERE_RULES_LEAD = ["lib/kernel/env.ts", "lib/next/auth-environment.ts", "components/ui/link.tsx"];

// A fact has one writer.
const STATE_TABLES =
  "(event_deliveries|delivery_queue|ordered_deliveries|endpoint_stat_deltas|endpoint_minutes|event_stat_deltas|incident_deltas)";
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

/** Test files share a process, in which a fixture is evaluated once: what it registers itself holds for the first file only. */
const OWN_HOOK = {
  selector: "Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(All|Each)$/]",
  message: "Register it in a function that each test file calls.",
};

/** The files that know React and Next. For its rules each is compiled, which the others need not be. */
const PAGE_FILES = ["{app,components}/**/*.{ts,tsx}", "lib/next/**/*.ts"];

/** The files that are linted with their types. */
const TYPED = ["{app,components}/**/*.{ts,tsx}", "{lib,cli,scripts,e2e,bench,attack}/**/*.ts", "server.ts"];
const TESTS = ["**/*.test.{ts,tsx}", "**/*.fixture.ts", "{e2e,bench,attack}/**"];

export default [
  {
    ignores: [
      ".next/**",
      ".cache/**",
      "dist/**",
      "data/**",
      "coverage/**",
      "public/**",
      "next-env.d.ts",
      "**/*.gen.ts",
    ],
  },
  ...nextVitals.map((config) => (config.rules ? { ...config, files: PAGE_FILES } : config)),
  {
    files: ["**/*.{ts,mts,tsx}"],
    plugins: { "@typescript-eslint": tseslint.plugin },
    languageOptions: { parser: tseslint.parser },
  },
  {
    files: TYPED,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
    },
  },
  {
    files: TYPED,
    ignores: TESTS,
    rules: {
      "@typescript-eslint/no-unsafe-argument": "error",
      "@typescript-eslint/no-unsafe-assignment": "error",
      "@typescript-eslint/no-unsafe-call": "error",
      "@typescript-eslint/no-unsafe-member-access": "error",
      "@typescript-eslint/no-unsafe-return": "error",
    },
  },
  { files: TYPED, rules: { complexity: ["error", 10] } },
  {
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "URL",
          property: "canParse",
          message: "On Node.js 20 and 22 it errs: parseUrl of lib/kernel/parse-url.ts does not.",
        },
      ],
      // Comments begin with their subject.
      "no-warning-comments": ["error", { terms: ["of", "so", "those"], location: "start", decoration: ["*"] }],
      // Whoever signs in or out gets a fresh page, on purpose.
      "@next/next/no-location-assign-relative-destination": "off",
    },
  },
  // Pages and layouts are server components: they run once for a request, which has a time.
  { files: ["app/**/{page,layout}.tsx"], rules: { "react-hooks/purity": "off" } },
  {
    files: ["app/**", "components/**", "lib/**", "server.ts"],
    ignores: WHERE_RULES_LEAD,
    rules: { "no-restricted-syntax": ["error", ...RULES_OF_SYNTAX] },
  },
  {
    files: ["app/**", "components/**", "lib/**", "cli/**", "server.ts"],
    ignores: ["lib/queue/**", ...WHERE_RULES_LEAD, "**/*.test.ts", "**/*.fixture.ts"],
    rules: { "no-restricted-syntax": ["error", ...RULES_OF_SYNTAX, ...STATE_WRITES] },
  },
  {
    files: ["{components,lib}/**/*.fixture.ts"],
    ignores: ["lib/queue/ledger-guard.fixture.ts"],
    rules: { "no-restricted-syntax": ["error", ...RULES_OF_SYNTAX, OWN_HOOK] },
  },
  ...ROOMS.map(room),
  outside(
    ["components/**"],
    [...SQL, "@/lib/next/**", ...RUNNING, ...SERVER_API, ...RULES_OF_NOUNS, "@/app/**"],
    "Components know schemas and the API client; data comes through /v1.",
  ),
  outside(
    ["app/**"],
    [...SQL, ...RUNNING, ...SERVER_API, ...RULES_OF_NOUNS],
    "Pages bind; they hold no SQL and no rules.",
  ),
];
