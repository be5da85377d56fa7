"use client";

import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { api } from "@/components/data/api";
import { ErrorReason } from "@/components/data/error-reason";
import { FilterVerdict, whyRefused } from "@/components/subscriptions/filter-verdict";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { FilterConfig } from "@/lib/nouns/subscriptions/schemas";
import type { TestedFilter } from "@/lib/nouns/subscriptions/test-filter-schemas";
import { stringifyExact } from "@/lib/wire/exact-json";

type FilterOverEventsProps = {
  projectID: string;
  config: FilterConfig;
  last: number;
  sourceID: string | undefined;
};

/** Which of the newest real events the subscription would have taken. */
export function FilterOverEvents({ projectID, config, last, sourceID }: FilterOverEventsProps) {
  const run = useMutation<TestedFilter, ApiError, FilterConfig>({
    mutationFn: (filter_config) =>
      unwrap(
        api.POST("/v1/projects/{projectID}/subscriptions/test-filter", {
          params: { path: { projectID } },
          body: { filter_config, last, ...(sourceID && { source_id: sourceID }) },
        }),
      ),
  });
  const { data, error, variables } = run;
  const isOld = stringifyExact(variables) !== stringifyExact(config);
  return (
    <div className="space-y-3">
      <Button onClick={() => run.mutate(config)} pending={run.isPending}>
        <Play aria-hidden />
        Run
      </Button>
      <div role="status" className="space-y-2">
        {error && (
          <Callout tone="error">
            <ErrorReason error={error} />
          </Callout>
        )}
        {data && isOld && (
          <p className="text-retry">The filter was changed since. Run it again to see what it does now.</p>
        )}
        {data?.results.length === 0 && <p className="text-ink-muted">There is no event yet.</p>}
        {data && data.results.length > 0 && (
          <p className="font-medium">
            {data.matched} of {data.results.length} events would be delivered
          </p>
        )}
      </div>
      {data && data.results.length > 0 && <Judged projectID={projectID} results={data.results} />}
    </div>
  );
}

function Judged({ projectID, results }: { projectID: string; results: TestedFilter["results"] }) {
  return (
    <>
      <ul className="max-h-80 divide-y overflow-y-auto rounded border">
        {results.map(({ event_id, event_type, created_at, matches, event_type_matches }) => (
          <li key={event_id} className="flex flex-wrap items-center gap-x-3 px-3 py-1.5">
            <Link
              href={`/projects/${projectID}/events/${event_id}`}
              target="_blank"
              className="min-w-0 break-words font-medium underline-offset-2 hover:underline"
            >
              {event_type}
            </Link>
            <RelativeTime at={created_at} className="text-ink-muted" />
            <span className="ml-auto">
              <FilterVerdict tone={matches ? "taken" : "refused"}>
                {matches ? "Taken" : `Not taken: ${whyRefused(event_type_matches !== false)}`}
              </FilterVerdict>
            </span>
          </li>
        ))}
      </ul>
      <p className="text-ink-muted">
        Events as they were received: the functions of their source are not run for this.
      </p>
    </>
  );
}
