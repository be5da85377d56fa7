"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorReason } from "@/components/data/error-reason";
import { ErrorState } from "@/components/data/error-state";
import { HealthCopies } from "@/components/installation/health-copies";
import { HealthDatabase } from "@/components/installation/health-database";
import { HealthFigures } from "@/components/installation/health-figures";
import { HealthServers } from "@/components/installation/health-servers";
import { HealthSkeleton } from "@/components/installation/health-skeleton";
import { HealthVerdict } from "@/components/installation/health-verdict";
import { OwnerOnly } from "@/components/installation/owner-only";
import { healthRead } from "@/components/installation/queries";
import { useMe } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

/** What an operator looks at when something seems wrong everywhere: the verdict first, then the figures behind it. */
export function HealthPage() {
  const me = useMe();
  const { data, error, refetch } = useQuery({
    ...healthRead,
    refetchInterval: 5_000,
    enabled: me?.is_owner === true,
  });
  return (
    <OwnerOnly>
      {!data && !error && <HealthSkeleton />}
      {!data && error && (
        <ErrorState title="The health of the installation could not be measured" error={error} onRetry={refetch} />
      )}
      {data && (
        <div className="space-y-8 pb-12">
          <div className="space-y-4 px-4 md:px-6">
            {error && (
              <Callout
                tone="error"
                title="What you see is old: it cannot be measured any more."
                action={
                  <Button size="sm" onClick={() => void refetch()}>
                    Try again
                  </Button>
                }
              >
                <ErrorReason error={error} />
              </Callout>
            )}
            {!error && <HealthVerdict health={data} />}
            <HealthFigures health={data} />
          </div>
          <HealthServers servers={data.servers} />
          <HealthCopies copies={data.copies} />
          <HealthDatabase database={data.database} />
        </div>
      )}
    </OwnerOnly>
  );
}
