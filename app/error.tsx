"use client";

import { ErrorState } from "@/components/data/error-state";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const shown = Object.assign(new Error("The log of the server has the details."), { requestId: error.digest ?? null });
  return <ErrorState title="This page could not be shown" error={shown} onRetry={reset} />;
}
