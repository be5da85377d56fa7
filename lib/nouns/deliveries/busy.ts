import { conflict } from "@/lib/kernel/errors";

/** What is said of a delivery or meta event that cannot be changed because a worker has it. */
export const BUSY = "It is being attempted right now. Resend it when that is done.";

/** Two that lock each other out at the very same moment: one is told to come again instead of failing. */
export function refuseDeadlock(error: unknown): never {
  if ((error as { code?: string }).code === "40P01") throw conflict(BUSY);
  throw error;
}
