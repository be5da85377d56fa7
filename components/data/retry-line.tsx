import { ErrorReason, type Reason } from "@/components/data/error-reason";
import { Button } from "@/components/ui/button";

/** Part of a page could not be loaded: why, and a way to try again, in one line. */
export function RetryLine({ error, onRetry }: { error: Reason; onRetry: () => void }) {
  return (
    <div className="flex items-center gap-3 text-sm">
      <ErrorReason error={error} className="text-failure" />
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
