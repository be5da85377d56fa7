import "./node-version.mjs";
import { spawn } from "node:child_process";
import path from "node:path";
import { ensureInstalled, ROOT } from "./install.mjs";

ensureInstalled();
// Changes of the server's own code restart it; Next.js reloads pages and components inside it.
const tsx = path.join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
const child = spawn(process.execPath, [tsx, "watch", "--clear-screen=false", "server.ts"], {
  cwd: ROOT,
  env: { ...process.env, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.once("exit", (status) => process.exit(status ?? 0));
