import type { Copy } from "@/e2e/support/server";

/** What `npm run demo` made. */
export type Demo = {
  /** The address of its project in the dashboard. */
  home: string;
  output: string;
};

/** Fills the demo of a copy. */
export async function fillDemo(copy: Copy, ...args: string[]): Promise<Demo> {
  const output = await runDemo(copy, ...args);
  return { home: /(\/projects\/[0-9a-f-]+)\/replays$/m.exec(output)?.[1] ?? "", output };
}

/** Runs `npm run demo` to its end; returns what it printed. */
export async function runDemo(copy: Copy, ...args: string[]): Promise<string> {
  const child = copy.spawn("--import", "tsx", "cli/demo.ts", ...args);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", (ended) => resolve(ended)));
  if (code !== 0) throw new Error(`The demo ended with ${code}:\n${output}`);
  return output;
}
