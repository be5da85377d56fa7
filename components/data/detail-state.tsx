"use client";

import type { ReactNode } from "react";
import { ErrorState } from "@/components/data/error-state";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { PageHeader } from "@/components/layout/page-header";
import type { ApiError } from "@/lib/api/client";

type DetailStateProps<T> = {
  noun: string;
  back: { href: string; name: string };
  result: { data: T | undefined; error: ApiError | null; refetch: () => void };
  children: (data: T) => ReactNode;
};

/** The page of one resource in all its states: loading, gone, failed, and loaded. */
export function DetailState<T>({ noun, back, result, children }: DetailStateProps<T>) {
  const { data, error, refetch } = result;
  if (data !== undefined) return children(data);
  if (error?.status === 404) {
    return (
      <PageHeader
        title={`This ${noun} is not there`}
        note="It was deleted, or the link is cut off. Deliveries and events of the past still show its name."
        back={back}
      />
    );
  }
  if (error) {
    return (
      <>
        <PageHeader title={`The ${noun}`} back={back} />
        <ErrorState title={`The ${noun} could not be loaded`} error={error} onRetry={refetch} />
      </>
    );
  }
  return <FormSkeleton label={`the ${noun}`} />;
}
