"use client";

import { useQuery } from "@tanstack/react-query";
import { BodyView } from "@/components/code/body-view";
import { ErrorState } from "@/components/data/error-state";
import { functionVersionRead } from "@/components/functions/version-queries";
import { Skeleton } from "@/components/ui/skeleton";
import type { FunctionVersionSummary } from "@/lib/nouns/function-versions/schemas";

type VersionCodeProps = { projectID: string; version: FunctionVersionSummary };

export function VersionCode({ projectID, version }: VersionCodeProps) {
  const { data, error, refetch } = useQuery(functionVersionRead(projectID, version.uid));
  if (error && !data) return <ErrorState title="The code could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  return <BodyView text={data.code} what={`version ${version.number}`} />;
}
