"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { alertingCalls } from "@/components/alerting/calls";
import { type AlertingOf, alertingKey, alertRoutesRead } from "@/components/alerting/queries";
import { RouteDialog } from "@/components/alerting/route-dialog";
import { ROUTE_TYPE_NAMES } from "@/components/alerting/route-types";
import { ErrorState } from "@/components/data/error-state";
import { tellError } from "@/components/data/tell-error";
import { RelativeTime } from "@/components/time/time";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { useConfirm } from "@/components/ui/confirm";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import type { AlertRoute } from "@/lib/nouns/alert-routes/schemas";

type RouteListProps = { of: AlertingOf; mayChange: boolean };

/** Where messages go, with a test of each. */
export function RouteList({ of, mayChange }: RouteListProps) {
  const { data, error, refetch } = useQuery(alertRoutesRead(of));
  const [edited, setEdited] = useState<AlertRoute | "new" | null>(null);
  if (error && !data) return <ErrorState title="The routes could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-32" />;
  const add = mayChange && (
    <Button variant="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden />
      Add route
    </Button>
  );
  return (
    <>
      {data.length === 0 ? (
        <Callout tone="warning" title="Nobody is told" action={add}>
          <p>What the rules find stands here and on the overview. A route sends it to people who look elsewhere.</p>
        </Callout>
      ) : (
        <>
          <ul className="divide-y rounded border">
            {data.map((route) => (
              <RouteLine key={route.uid} of={of} route={route} mayChange={mayChange} onEdit={() => setEdited(route)} />
            ))}
          </ul>
          {add && <div className="mt-3">{add}</div>}
        </>
      )}
      <RouteDialog of={of} edited={edited} onClose={() => setEdited(null)} />
    </>
  );
}

type RouteLineProps = { of: AlertingOf; route: AlertRoute; mayChange: boolean; onEdit: () => void };

function RouteLine({ of, route, mayChange, onEdit }: RouteLineProps) {
  const actions = useRouteActions(of, route);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 px-3 py-2.5 text-sm lg:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Switch
        aria-label={route.name}
        checked={actions.isOn}
        disabled={!mayChange || actions.isBusy}
        onCheckedChange={actions.switchTo}
      />
      <div className="min-w-0">
        <p className="truncate font-medium">{route.name}</p>
        <p className="text-ink-muted">
          {ROUTE_TYPE_NAMES[route.type]} · {sayKinds(route)} ·{" "}
          {route.last_message_at ? (
            <>
              last message <RelativeTime at={route.last_message_at} />
            </>
          ) : (
            "no message yet"
          )}
        </p>
      </div>
      {mayChange && (
        <div className="col-start-2 flex flex-wrap gap-2 lg:col-start-3">
          <Button
            size="sm"
            pending={actions.isTesting}
            aria-label={`Send a test to ${route.name}`}
            onClick={actions.test}
          >
            Send a test
          </Button>
          <Button size="sm" aria-label={`Change ${route.name}`} onClick={onEdit}>
            Change
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Delete ${route.name}`} onClick={() => void actions.remove()}>
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}

function sayKinds({ kinds }: AlertRoute): string {
  if (kinds === null) return "all rules";
  return kinds.length === 1 ? "1 rule" : `${kinds.length} rules`;
}

function useRouteActions(of: AlertingOf, route: AlertRoute) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const calls = alertingCalls(of);
  const refresh = () => client.invalidateQueries({ queryKey: alertingKey(of, "alert-routes") });
  const change = useMutation({
    mutationFn: (is_enabled: boolean) => calls.updateRoute(route.uid, { is_enabled }),
    onSuccess: refresh,
    onError: (error) => tellError(`${route.name} was not changed`, error),
  });
  const removal = useMutation({
    mutationFn: () => calls.deleteRoute(route.uid),
    onSuccess: refresh,
    onError: (error) => tellError(`${route.name} was not deleted`, error),
  });
  const test = useMutation({
    mutationFn: () => calls.testRoute(route.uid),
    onSuccess: ({ is_delivered, error, duration_ms }) => {
      if (is_delivered) toast.success(`The test was taken after ${duration_ms} ms`);
      else toast.error("The test was not taken", { description: error ?? "" });
    },
    onError: (error) => tellError("The test could not be sent", error),
  });
  return {
    isOn: change.isPending ? change.variables : route.is_enabled,
    isBusy: change.isPending || removal.isPending,
    isTesting: test.isPending,
    switchTo: (isOn: boolean) => change.mutate(isOn),
    test: () => test.mutate(),
    async remove() {
      const consequence = "Nobody is told along it any more. What waits to be sent is not sent.";
      const yes = await confirm({ title: `Delete ${route.name}?`, consequence, action: "Delete", danger: true });
      if (yes) removal.mutate();
    },
  };
}
