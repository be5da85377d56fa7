import { conflict } from "@/lib/kernel/errors";

/** The message for a delivery or meta event that cannot be changed because a worker has it. */
export const BUSY = "It is being attempted right now. Resend it when that is done.";

/** Turns a deadlock of two concurrent changes into a conflict: one caller is asked to come again. */
export function refuseDeadlock(error: unknown): never {
  if ((error as { code?: string }).code === "40P01") throw conflict(BUSY);
  throw error;
}
