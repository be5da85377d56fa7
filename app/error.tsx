"use client";

import { ErrorState } from "@/components/data/error-state";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/** Whether the server does not have a part of the page, as after an upgrade. To draw the page again would not get it. */
const isLostPart = ({ name }: Error) => name === "ChunkLoadError";

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  if (isLostPart(error)) {
    const lost = new Error("Hookyard may have been upgraded since you opened it, or the connection was away.");
    return <ErrorState title="Part of this page does not load" error={lost} onRetry={() => window.location.reload()} />;
  }
  const shown = Object.assign(new Error("The log of the server has the details."), { requestId: error.digest ?? null });
  return <ErrorState title="This page could not be shown" error={shown} onRetry={reset} />;
}
