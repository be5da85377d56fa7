"use client";

import { RotateCw } from "lucide-react";
import { RequestID } from "@/components/data/request-id";
import { Button } from "@/components/ui/button";
import type { ApiError } from "@/lib/api/client";

type ErrorStateProps = { title: string; error: Error & Partial<Pick<ApiError, "requestId">>; onRetry: () => void };

/** Something could not be loaded: what, why, a retry, and the request's id for the log. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 px-4 py-10 md:px-6">
      <div>
        <h2 className="font-medium">{title}</h2>
        <p className="mt-1 max-w-prose text-ink-muted text-sm">{error.message}</p>
      </div>
      <Button onClick={onRetry}>
        <RotateCw aria-hidden />
        Try again
      </Button>
      {error.requestId && <RequestID id={error.requestId} />}
    </div>
  );
}
