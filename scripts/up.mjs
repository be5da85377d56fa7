import "./node-version.mjs";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, ROOT } from "./install.mjs";

process.chdir(ROOT);
ensureInstalled();
await ensureBuilt();
process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
// Whoever starts it so reads what it says, also through a pipe.
process.env.LOG_FORMAT ||= "text";
// Runs in this same process, so that signals reach the server directly.
await import("../dist/server.js");
