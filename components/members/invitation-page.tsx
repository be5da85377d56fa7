"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { ErrorState } from "@/components/data/error-state";
import { AcceptInvitationForm } from "@/components/members/accept-invitation-form";
import { ROLE_NOUN } from "@/components/members/role-words";
import { ExactTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { OpenInvitation } from "@/lib/nouns/members/schemas";

type InvitationPageProps = {
  token: string /** The person signed in in this browser, if any. */;
  visitorEmail: string | null;
};

/** Shows what the link is for, and joins by it; or says that it is no longer valid. */
export function InvitationPage({ token, visitorEmail }: InvitationPageProps) {
  const { data, error, refetch } = useQuery<OpenInvitation, ApiError>({
    queryKey: ["invitation", token],
    queryFn: () => unwrap(api.POST("/v1/invitations/find", { body: { token } })),
    enabled: token !== "",
    // Accepting uses the link up, which must not remove the form while it is being sent.
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (token === "" || error?.status === 404 || error?.status === 422) return <DeadLink />;
  if (error) return <ErrorState title="The invitation could not be loaded" error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <div role="status" aria-label="Loading the invitation" className="space-y-4">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-8 w-full" />
      </div>
    );
  }
  return (
    <>
      <h1 className="break-words font-medium text-lg">Join {data.project_name}</h1>
      <p className="mt-1 mb-5 text-ink-muted text-sm">
        <span className="break-words text-ink">{data.email}</span> is invited as {ROLE_NOUN[data.role]}. The link works
        once, until <ExactTime at={data.expires_at} />.
      </p>
      <AcceptInvitationForm token={token} invitation={data} visitorEmail={visitorEmail} />
    </>
  );
}

function DeadLink() {
  return (
    <>
      <h1 className="mb-4 font-medium text-lg">This invitation cannot be used</h1>
      <Callout tone="warning" className="mb-4">
        It was used or revoked, it has expired, or the link is cut off. Ask whoever invited you for a new one.
      </Callout>
      <Button asChild className="w-full">
        <Link href="/sign-in">Sign in</Link>
      </Button>
    </>
  );
}
