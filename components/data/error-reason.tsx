import { RequestID } from "@/components/data/request-id";
import type { ApiError } from "@/lib/api/client";

export type Reason = Pick<ApiError, "message" | "requestId">;

/** Why something failed, and where the server's log has it. */
export function ErrorReason({ error, className }: { error: Reason; className?: string }) {
  return (
    <div className={className}>
      <p className="break-words">{error.message}</p>
      {error.requestId && <RequestID id={error.requestId} />}
    </div>
  );
}
