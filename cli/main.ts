import { Command, Option } from "commander";
import { z } from "zod";
import { type InitOptions, init } from "@/cli/init";
import { readEnv } from "@/lib/env";
import { HookyardError } from "@/lib/errors";
import { PROJECT_TYPES } from "@/lib/vocabulary";

const program = new Command("hookyard").description("Commands beside a Hookyard server, on the same database.");

program
  .command("init")
  .description("Make the owner if there is none, the project if it is new, and an admin API key.")
  .requiredOption("--email <email>", "the owner's email, used if there is no owner yet")
  .requiredOption("--password <password>", "the owner's password, used if there is no owner yet")
  .requiredOption("--project <name>", "the project")
  .addOption(new Option("--type <type>", "the project's type").choices(PROJECT_TYPES).makeOptionMandatory())
  .option("--json", "print one JSON object: project_id, api_key, url")
  .action(async (options: InitOptions) => console.log(await init(readEnv(), options)));

program.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "")) });

program.parseAsync().catch((error) => {
  console.error(toLine(error));
  process.exitCode = 1;
});

/** What went wrong, in one line. */
function toLine(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => `--${issue.path.join(".")}: ${issue.message}`).join(" ");
  if (error instanceof HookyardError && error.fields) return error.fields.map((field) => field.message).join(" ");
  return error instanceof Error ? error.message : String(error);
}
