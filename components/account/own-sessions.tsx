"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { nameBrowser } from "@/components/account/browser-name";
import { sessionsRead } from "@/components/account/queries";
import { api } from "@/components/data/api";
import { ErrorState } from "@/components/data/error-state";
import { tellError } from "@/components/data/tell-error";
import { RelativeTime } from "@/components/time/time";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Skeleton } from "@/components/ui/skeleton";
import { unwrap } from "@/lib/api/client";
import type { Session } from "@/lib/nouns/users/schemas";

/** Every browser in which the person is signed in, each with a button to end it. */
export function OwnSessions() {
  const { data, error, refetch } = useQuery({ ...sessionsRead, refetchInterval: 30_000 });
  if (error && !data)
    return <ErrorState title="The sessions could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label="Loading the sessions">
        <Skeleton className="h-28 w-full" />
      </div>
    );
  }
  const sessions = [...data.content].sort((a, b) => Number(b.is_current) - Number(a.is_current));
  return (
    <>
      <ul aria-label="Sessions" className="divide-y rounded border">
        {sessions.map((session) => (
          <SessionRow key={session.uid} session={session} />
        ))}
      </ul>
      {data.pagination.has_next_page && <p className="text-ink-muted text-sm">The newest 100 are shown.</p>}
      {sessions.length > 1 && <EndOthers count={sessions.length - 1} isAll={!data.pagination.has_next_page} />}
    </>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { uid: sessionID, user_agent, address, created_at, last_seen_at, method, is_current } = session;
  const client = useQueryClient();
  const name = nameBrowser(user_agent);
  const end = useMutation({
    mutationFn: () => unwrap(api.DELETE("/v1/me/sessions/{sessionID}", { params: { path: { sessionID } } })),
    onSuccess: () => toast.success(`${name} is signed out`),
    onError: (error) => tellError(`${name} was not signed out`, error),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsRead.queryKey }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate" title={user_agent}>
          <span className="font-medium">{name}</span>
          {is_current && <span className="text-ink-muted"> · this one</span>}
        </p>
        <p className="text-ink-muted">
          <span className="break-all font-mono">{address || "unknown address"}</span> · signed in{" "}
          {method === "oidc" && "by single sign-on "}
          <RelativeTime at={created_at} /> · seen <RelativeTime at={last_seen_at} />
        </p>
      </div>
      {!is_current && (
        <Button
          size="sm"
          pending={end.isPending}
          aria-label={`Sign out ${name} at ${address || "an unknown address"}`}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function EndOthers({ count, isAll }: { count: number; isAll: boolean }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const end = useMutation({
    mutationFn: () => unwrap(api.DELETE("/v1/me/sessions")),
    onSuccess: () => toast.success("You are signed out everywhere else"),
    onError: (error) => tellError("The other sessions were not ended", error),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsRead.queryKey }),
  });

  const ask = async () => {
    const others = count === 1 ? "One other browser has" : `${isAll ? "" : "More than "}${count} other browsers have`;
    const yes = await confirm({
      title: "Sign out everywhere else?",
      consequence: `${others} to sign in again. This one stays.`,
      action: "Sign out everywhere else",
    });
    if (yes) end.mutate();
  };

  return (
    <Button pending={end.isPending} onClick={() => void ask()}>
      <LogOut aria-hidden />
      Sign out everywhere else
    </Button>
  );
}
