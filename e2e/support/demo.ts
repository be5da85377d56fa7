import type { Copy } from "@/e2e/support/server";

/** A running `npm run demo`. */
export type Demo = {
  /** The address of its project in the dashboard. */
  home: string;
  output(): string;
  /** Ends it as Ctrl-C does; returns its exit code. */
  interrupt(): Promise<number | null>;
};

/** Starts the demo of a copy, and waits until it says that its receivers stay. */
export async function startDemo(copy: Copy, ...args: string[]): Promise<Demo> {
  const child = copy.spawn("--import", "tsx", "cli/demo.ts", ...args);
  let output = "";
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const ready = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("until Ctrl-C")) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
  });
  const code = await Promise.race([ready, ended]);
  if (typeof code === "number") throw new Error(`The demo ended with ${code}:\n${output}`);
  const home = /(\/projects\/[0-9a-f-]+)\/replays$/m.exec(output)?.[1] ?? "";
  return {
    home,
    output: () => output,
    interrupt() {
      child.kill("SIGINT");
      return ended;
    },
  };
}
