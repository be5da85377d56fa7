import { createDatabase } from "@/lib/db/client";
import { startEngines } from "@/lib/program/engines";
import { createTestRuntime } from "@/lib/program/runtime.fixture";

// A copy of the program that only consumes and delivers, on the database of a test, to be stopped or killed by it.
const url = process.argv[2] ?? "";
const db = createDatabase(url);
const engines = await startEngines(createTestRuntime({ url, db }, "worker"));
process.on("SIGTERM", () => {
  void engines
    .stop()
    .then(() => db.destroy())
    .then(() => process.exit(0));
});
console.log("ready");
