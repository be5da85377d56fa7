export function run(
  command: readonly [string, ...string[]],
  stdio: "inherit" | "pipe",
  options?: { isPatient?: boolean; node?: string; env?: Record<string, string> },
): Promise<{ status: number | null; output: string }>;
