"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MessageList } from "@/components/alerting/message-list";
import { ProblemList } from "@/components/alerting/problem-list";
import { type AlertingOf, openProblemsRead } from "@/components/alerting/queries";
import { RouteList } from "@/components/alerting/route-list";
import { RuleList } from "@/components/alerting/rule-list";
import { SilenceMenu } from "@/components/alerting/silence-menu";
import { ErrorState } from "@/components/data/error-state";
import { usePoll } from "@/components/data/use-poll";
import { OwnerOnly } from "@/components/installation/owner-only";
import { useMayIn } from "@/components/session/me";
import { Skeleton } from "@/components/ui/skeleton";

/** Who is told of what, in a project. */
export function ProjectAlerting({ projectID }: { projectID: string }) {
  const may = useMayIn(projectID);
  return <Alerting of={{ projectID }} mayChange={may("administer")} maySilence={may("operate")} />;
}

/** The same for the installation, for its owner. */
export function InstallationAlerting() {
  return (
    <OwnerOnly>
      <Alerting of="installation" mayChange maySilence />
    </OwnerOnly>
  );
}

type AlertingProps = { of: AlertingOf; mayChange: boolean; maySilence: boolean };

function Alerting({ of, mayChange, maySilence }: AlertingProps) {
  return (
    <>
      <div className="max-w-4xl space-y-8 px-4 pb-8 md:px-6">
        <Part title="In trouble now" action={maySilence && <SilenceMenu of={of} />}>
          <InTrouble of={of} />
        </Part>
        <Part title="Routes" note="Each is told once of a source or an endpoint, and once when it is over.">
          <RouteList of={of} mayChange={mayChange} />
        </Part>
        <Part title="Rules" note="They look for trouble every ten seconds.">
          <RuleList of={of} mayChange={mayChange} />
        </Part>
      </div>
      <MessageList of={of} />
    </>
  );
}

function InTrouble({ of }: { of: AlertingOf }) {
  const { data, error, refetch } = useQuery({ ...openProblemsRead(of), refetchInterval: usePoll(5_000) });
  if (error && !data)
    return <ErrorState title="What is in trouble could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-12" />;
  if (data.content.length === 0) return <p className="text-ink-muted text-sm">Nothing is in trouble.</p>;
  return (
    <>
      <ProblemList projectID={of === "installation" ? null : of.projectID} problems={data.content} />
      {data.pagination.has_next_page && <p className="mt-2 text-ink-muted text-sm">More than 100 are in trouble.</p>}
    </>
  );
}

type PartProps = { title: string; note?: string; action?: ReactNode; children: ReactNode };

function Part({ title, note, action, children }: PartProps) {
  return (
    <section aria-label={title}>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="font-medium text-base">{title}</h2>
          {note && <p className="mt-0.5 text-ink-muted text-sm">{note}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
