import os from "node:os";
import { Command, Option } from "commander";
import { z } from "zod";
import { askPassword } from "@/cli/ask-password";
import { type BackupOptions, backUp, type Place } from "@/cli/backup";
import { distributeDatabase } from "@/cli/distribute-database";
import { doctor } from "@/cli/doctor";
import { type ExportOptions, exportProject } from "@/cli/export";
import { type InitOptions, init } from "@/cli/init";
import { isolateProject } from "@/cli/isolate-project";
import { type ListenOptions, listen } from "@/cli/listen";
import { migrateDatabase } from "@/cli/migrate";
import { resetPasswordOf } from "@/cli/reset-password";
import { type RestoreOptions, restore } from "@/cli/restore";
import { rotateKeys } from "@/cli/rotate-keys";
import { status } from "@/cli/status";
import { listEvents, type TriggerOptions, trigger } from "@/cli/trigger";
import { upgradeDatabase } from "@/cli/upgrade-database";
import { readEnv, tellsWhereDataIs } from "@/lib/kernel/env";
import { HookyardError } from "@/lib/kernel/errors";
import { PROJECT_TYPES } from "@/lib/kernel/vocabulary";

const program = new Command("hookyard").description("Commands beside a Hookyard server.");

program
  .command("init")
  .description("Make the owner if there is none, the project if it is new, and an admin API key.")
  .requiredOption("--email <email>", "the owner's email, used if there is no owner yet")
  .requiredOption("--password <password>", "the owner's password, used if there is no owner yet")
  .requiredOption("--project <name>", "the project")
  .addOption(new Option("--type <type>", "the project's type").choices(PROJECT_TYPES).makeOptionMandatory())
  .option("--json", "print one JSON object: project_id, api_key, url")
  .action(async (options: InitOptions) => console.log(await init(readEnv(), options)));

program
  .command("migrate")
  .description(
    "Bring the database to the schema of this version, and say which migrations ran; a copy does so at its start.",
  )
  .action(async () => console.log(await migrateDatabase(readEnv(), tellsWhereDataIs())));

program
  .command("backup")
  .description("Write a backup of everything as it is at one instant, while the program runs.")
  .option("--out <file>", "a file, which appears when it is complete; standard output unless given")
  .option(
    "--from <day>",
    "the first day (UTC) of which events and deliveries are written, as 2026-01-31; of days before only what waits",
  )
  .option("--to <day>", "the last day")
  .option("--encrypt", "encrypt it to a passphrase: HOOKYARD_BACKUP_PASSPHRASE, or one that is asked for")
  .action(async (options: BackupOptions) => {
    // What delivers beside it goes first.
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
    console.error(await backUp(findPlace(), options, { output: process.stdout, note: tellOperator }));
  });

program
  .command("restore")
  .description("Restore a backup into an empty database: a new HOOKYARD_DATA, or the one of DATABASE_URL.")
  .argument("<file>", "the backup; - for standard input")
  .option("--dry-run", "read it to its end and say what is in it, without restoring it")
  .action(async (file: string, options: RestoreOptions) => {
    console.log(await restore(findPlace(), file, options, { input: process.stdin, note: tellOperator }));
  });

const db = program.command("db").description("The database of the installation.");

db.command("upgrade")
  .description(
    "Bring the embedded database to the major version of PostgreSQL that this Hookyard has. The older one is kept beside it.",
  )
  .option("--postgres <folder>", "the older PostgreSQL, with bin in it; searched for and fetched unless given")
  .action(async (options: { postgres?: string }) =>
    console.log(await upgradeDatabase(findPlace(), options, tellOperator)),
  );

db.command("distribute")
  .description(
    "Spread the database of DATABASE_URL, a coordinator of Citus, over its nodes by project, with all that is in it. No copy may run meanwhile.",
  )
  .action(async () => console.log(await distributeDatabase(findPlace())));

db.command("isolate")
  .description("Give a project of a spread database a server of its own, while copies run.")
  .argument("<project>", "its id or name")
  .option("--server <host:port>", "the server, as Citus has its address; that with the fewest shards unless given")
  .action(async (project: string, { server }: { server?: string }) =>
    console.log(await isolateProject(findPlace(), { project, server }, tellOperator)),
  );

program
  .command("user")
  .description("The accounts of the installation.")
  .command("reset-password")
  .description("Set a forgotten password, the owner's too; ends every session of the account.")
  .argument("<email>", "whose password")
  .option("--generate", "make a password and print it, instead of asking for one; so it is without a terminal")
  .action(async (email: string, { generate }: { generate?: boolean }) => {
    const ask = generate || !process.stdin.isTTY ? null : askPassword;
    console.log(await resetPasswordOf(readEnv(), email, ask));
  });

program
  .command("export")
  .description("Write a project's days (UTC) as JSON Lines: events, event deliveries, attempts, meta events.")
  .requiredOption("--project <project>", "the project's name or id")
  .option("--from <day>", "the first day, as 2026-01-31; the project's oldest unless given")
  .option("--to <day>", "the last day; today unless given")
  .option("--out <file>", "a file, compressed if it ends in .gz; standard output unless given")
  .action(async (options: ExportOptions) => {
    const lines = await exportProject(readEnv(), options, process.stdout);
    console.error(`${lines} lines`);
  });

program
  .command("listen")
  .description("Take a project's deliveries on this machine, which needs no public address.")
  .requiredOption("--url <url>", "where Hookyard is, such as https://hooks.example.com")
  .requiredOption("--key <key>", "an API key of the role operator or admin")
  .requiredOption("--forward-to <url>", "the local address, such as http://localhost:4000/hook")
  .option("--source <id>", "only events of this source")
  .option("--events <types>", "only these event types, separated by commas: invoice.*,user.created")
  .option("--endpoint <id>", "stand in for this endpoint: signed with its secrets")
  .option("--device <name>", "the device's name; this machine's host name unless given")
  .action(async (options: ListenOptions) => {
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
    await listen(options, (line) => console.log(line), stop.signal);
  });

program
  .command("trigger")
  .description("Send a provider's event to a source, signed as the provider signs.")
  .argument("[event]", "the provider and its event, such as stripe.invoice.paid")
  .option("--list [provider]", "print the events that can be sent, of one provider or of all")
  .option("--to <url>", "the source's ingest URL")
  .addOption(
    new Option(
      "--secret <secret>",
      "for --to: what the source shares with the provider; where that is a public key, its private key in PEM",
    ).env("HOOKYARD_SOURCE_SECRET"),
  )
  .option("--source <id>", "instead of --to: the source, whose secret the server has")
  .option("--url <url>", "for --source: where Hookyard is, such as https://hooks.example.com")
  .addOption(new Option("--key <key>", "for --source: an API key of the role admin").env("HOOKYARD_API_KEY"))
  .option("--count <n>", "how many, each with ids of its own", "1")
  .action(async (event: string | undefined, { list, ...options }: TriggerOptions & { list?: string | true }) => {
    const print = (line: string) => console.log(line);
    if (list !== undefined) return listEvents(list, print);
    if (!(await trigger(event, options, print))) process.exitCode = 1;
  });

program
  .command("status")
  .description("Tell how the installation is: its copies and servers, what they hold, and what waits. Changes nothing.")
  .option("--json", "print one JSON object, as GET /v1/installation/health answers")
  .action(async ({ json }: { json?: boolean }) => console.log(await status(findPlace(), { json })));

program
  .command("doctor")
  .description("Examine the installation and say what is not right, the worst first. Changes nothing.")
  .option("--json", "print one JSON object")
  .addHelpText("after", "\nEnds with 0: no warning; 1: a warning; 2: something critical; 3: it could not look.")
  .action(async (options: { json?: boolean }) => {
    const search = { readSettings: () => readEnv(), isTold: tellsWhereDataIs() };
    const { text, exitCode } = await doctor(search, options);
    // What hangs, such as a name that is looked up, would keep the process.
    process.stdout.write(`${text}\n`, () => process.exit(exitCode));
  });

program
  .command("keys")
  .description("The keys that credentials are encrypted with.")
  .command("rotate")
  .description("Encrypt all credentials with the first key, while the program runs, so that the others can go.")
  .action(async () => console.log(await rotateKeys(readEnv(), (line) => console.error(line))));

program.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "")) });

program.parseAsync().catch((error: unknown) => {
  // The reader of our output has closed it, as in `hookyard export … | head`.
  if (error instanceof Error && "code" in error && error.code === "EPIPE") return;
  console.error(toLine(error));
  process.exitCode = 1;
});

function findPlace(): Place {
  return { env: readEnv(), isTold: tellsWhereDataIs() };
}

function tellOperator(line: string): void {
  console.error(line);
}

/** `forwardTo` is typed as --forward-to. */
function toOption(path: readonly PropertyKey[]): string {
  return path
    .map(String)
    .join(".")
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The error in one line. */
function toLine(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => `--${toOption(issue.path)}: ${issue.message}`).join(" ");
  if (error instanceof HookyardError && error.fields) return error.fields.map((field) => field.message).join(" ");
  return error instanceof Error ? error.message : String(error);
}
