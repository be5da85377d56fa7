import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundleFromSources } from "@/lib/kernel/bundle-from-sources";
import { withoutSettings } from "@/lib/kernel/env";

export type ProcessOptions = {
  /** Node's own, such as the limits of its memory. */
  flags: readonly string[];
  /** Shown by `ps`, and not read. */
  title: string;
};

/**
 * Starts `lib/<file>.process.ts` from the bundle beside ours in `dist`; when running from sources, from the same bundle
 * built on demand. It speaks with us by `send` and `message`, in structured clones; its standard output is ours, its errors
 * can be read. It has our environment without the settings of this program: it is told what it needs, and no secret else.
 */
export async function startChildProcess(file: string, { flags, title }: ProcessOptions): Promise<ChildProcess> {
  const start = (script: string, input: "ignore" | "pipe") =>
    spawn(process.execPath, [...flags, script, title], {
      env: withoutSettings(),
      stdio: [input, "inherit", "pipe", "ipc"],
      serialization: "advanced",
    });
  if (!import.meta.url.endsWith(".ts")) {
    return start(fileURLToPath(new URL(`./${path.basename(file)}.process.js`, import.meta.url)), "ignore");
  }
  const code = await bundleFromSources(`${file}.process.ts`);
  const child = start("-", "pipe");
  // Where it ends before it has read that, its end says so.
  child.stdin?.on("error", () => {}).end(code);
  return child;
}
