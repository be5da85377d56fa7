"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { ErrorState } from "@/components/data/error-state";
import { tellError } from "@/components/data/tell-error";
import { openInvitationsRead } from "@/components/members/queries";
import { ROLE_CHOICES } from "@/components/members/role-words";
import { RelativeTime } from "@/components/time/time";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { unwrap } from "@/lib/api/client";
import type { Invitation } from "@/lib/nouns/members/schemas";

type OpenInvitationsProps = { projectID: string; isAdmin: boolean };

/**
 * People who were invited and have not joined yet. The links themselves are not stored, so they cannot be shown again.
 */
export function OpenInvitations({ projectID, isAdmin }: OpenInvitationsProps) {
  const { data, error, refetch } = useQuery({
    ...openInvitationsRead(projectID),
    enabled: isAdmin,
    refetchInterval: 15_000,
  });
  return (
    <section aria-label="Open invitations" className="mt-4 px-4 pb-12 md:px-6">
      <h2 className="font-medium text-base">Open invitations</h2>
      {error && !data && <ErrorState title="The invitations could not be loaded" error={error} onRetry={refetch} />}
      {data?.content.length === 0 && <p className="mt-1 text-ink-muted text-sm">Nobody is invited at the moment.</p>}
      {data && data.content.length > 0 && (
        <ul className="mt-2 max-w-[720px] divide-y rounded border">
          {data.content.map((invitation) => (
            <InvitationLine key={invitation.uid} projectID={projectID} invitation={invitation} />
          ))}
        </ul>
      )}
      {data?.pagination.has_next_page && <p className="mt-2 text-ink-muted text-sm">The newest 100 are shown.</p>}
    </section>
  );
}

function InvitationLine({ projectID, invitation }: { projectID: string; invitation: Invitation }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { uid: invitationID, email, role, invited_by, expires_at } = invitation;

  const revoke = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/v1/projects/{projectID}/invitations/{invitationID}", {
          params: { path: { projectID, invitationID } },
        }),
      ),
    onSuccess: () => toast.success(`The invitation of ${email} was revoked`),
    onError: (error) => tellError("The invitation was not revoked", error),
    onSettled: () => client.invalidateQueries({ queryKey: ["projects", projectID] }),
  });

  const ask = async () => {
    const yes = await confirm({
      title: `Revoke the invitation of ${email}?`,
      consequence: "The link stops working at once. You can invite them again with a new one.",
      action: "Revoke",
      danger: true,
    });
    if (yes) revoke.mutate();
  };

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <span className="font-medium">{email}</span>
          <span className="text-ink-muted"> as {ROLE_CHOICES.find(({ value }) => value === role)?.label}</span>
        </p>
        <p className="truncate text-ink-muted">
          by {invited_by}, expires <RelativeTime at={expires_at} />
        </p>
      </div>
      <Button
        size="sm"
        pending={revoke.isPending}
        aria-label={`Revoke the invitation of ${email}`}
        onClick={() => void ask()}
      >
        Revoke
      </Button>
    </li>
  );
}
