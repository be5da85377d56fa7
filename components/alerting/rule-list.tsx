"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { alertingCalls } from "@/components/alerting/calls";
import { type AlertingOf, alertingKey, alertRulesRead } from "@/components/alerting/queries";
import { sayThreshold } from "@/components/alerting/rule-words";
import { ThresholdDialog } from "@/components/alerting/threshold-dialog";
import { ErrorState } from "@/components/data/error-state";
import { tellError } from "@/components/data/tell-error";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import type { AlertRule } from "@/lib/nouns/alert-rules/schemas";

type RuleListProps = { of: AlertingOf; mayChange: boolean };

/** Every rule: what it looks for, from where on, and whether it is on. */
export function RuleList({ of, mayChange }: RuleListProps) {
  const { data, error, refetch } = useQuery(alertRulesRead(of));
  const [edited, setEdited] = useState<AlertRule | null>(null);
  if (error && !data) return <ErrorState title="The rules could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-96" />;
  return (
    <>
      <ul className="divide-y rounded border">
        {data.map((rule) => (
          <RuleLine key={rule.kind} of={of} rule={rule} mayChange={mayChange} onEdit={() => setEdited(rule)} />
        ))}
      </ul>
      <ThresholdDialog of={of} rule={edited} onClose={() => setEdited(null)} />
    </>
  );
}

type RuleLineProps = { of: AlertingOf; rule: AlertRule; mayChange: boolean; onEdit: () => void };

function RuleLine({ of, rule, mayChange, onEdit }: RuleLineProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (is_enabled: boolean) => alertingCalls(of).setRule(rule.kind, { is_enabled }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertingKey(of, "alert-rules") }),
    onError: (error) => tellError(`“${rule.name}” was not changed`, error),
  });
  const threshold = sayThreshold(rule);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-3 py-2.5 text-sm sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Switch
        aria-label={rule.name}
        checked={change.isPending ? change.variables : rule.is_enabled}
        disabled={!mayChange || change.isPending}
        onCheckedChange={(isOn) => change.mutate(isOn)}
      />
      <div className="min-w-0">
        <p className="font-medium">{rule.name}</p>
        <p className="text-ink-muted">{rule.description}</p>
        {rule.silenced_until && (
          <p className="text-held">
            Silenced, ends <RelativeTime at={rule.silenced_until} />
          </p>
        )}
      </div>
      {threshold && (
        <div className="col-start-2 flex items-center gap-2 sm:col-start-3">
          <span className="whitespace-nowrap tabular-nums">{threshold}</span>
          {mayChange && (
            <Button size="sm" aria-label={`Change the threshold of ${rule.name}`} onClick={onEdit}>
              Change
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
