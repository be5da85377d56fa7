import { ErrorReason, type Reason } from "@/components/data/error-reason";
import { toast } from "@/components/toasts/toast";

/** Long enough to read the reason and to copy the request's id. */
const READING_MS = 12_000;

/** Tells in a corner of the page that something was not done, with each reason once. */
export function tellError(title: string, ...errors: Reason[]): void {
  const reasons = [...new Map(errors.map((error) => [error.message, error])).values()];
  toast.error(title, {
    description: reasons.map((error) => <ErrorReason key={error.message} error={error} />),
    duration: READING_MS,
  });
}
