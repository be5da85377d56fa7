import { rulesOf, sayIf } from "@/lib/checkup/finding";

/** Whether and how the database is reached. */
export const CONNECTION_RULES = rulesOf("connection", [
  {
    code: "database_unreachable",
    levels: ["critical"],
    when: "the database does not answer, or does not let Hookyard in",
    why: "Nothing is accepted or delivered without it. What is in it was not looked at.",
    remedy: "See that the server runs and that DATABASE_URL has its address, user, password and database.",
    find: (connection) =>
      connection.kind === "unreachable" ? [{ what: `The database cannot be reached: ${connection.why}.` }] : [],
  },
  {
    code: "database_not_running",
    levels: ["warning"],
    when: "the program's own database is not running, since no copy is",
    why: "Nothing is received or delivered. What is in the database was not looked at: the doctor starts none.",
    remedy: "Start a copy (npm run up), then run the doctor again.",
    find: (connection) =>
      connection.kind === "not_running" ? [{ what: `No copy runs on the data in ${connection.folder}.` }] : [],
  },
  {
    code: "pooler_in_transaction_mode",
    levels: ["critical"],
    when: "DATABASE_URL leads to a pooler in transaction mode (PgBouncer: pool_mode = transaction)",
    why: "Workers hold locks, listen and prepare statements in sessions of their own, which such a pooler gives to others: a copy refuses to start.",
    remedy: "Let DATABASE_URL lead to PostgreSQL itself, or set pool_mode = session.",
    find: (connection) =>
      sayIf(connection.kind === "open" && connection.isPooled, "DATABASE_URL leads to a pooler in transaction mode."),
  },
  {
    code: "pooler_refuses_options",
    levels: ["critical"],
    when: "DATABASE_URL leads to a pooler that refuses the settings with which connections begin",
    why: "Every connection of a copy fails, although the same address works elsewhere.",
    remedy: "PgBouncer: set ignore_startup_parameters = options. Or let DATABASE_URL lead to PostgreSQL itself.",
    find: (connection) =>
      connection.kind === "open" && connection.optionsRefusal !== null
        ? [{ what: `The pooler refuses how connections begin: ${connection.optionsRefusal}.` }]
        : [],
  },
]);
