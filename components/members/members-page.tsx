"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserPlus, Users } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/data/empty-state";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { NameFilter } from "@/components/data-table/name-filter";
import { useListQuery } from "@/components/data-table/use-list-query";
import { InviteDialog } from "@/components/members/invite-dialog";
import { MemberRole, RemoveMember } from "@/components/members/member-cells";
import { OpenInvitations } from "@/components/members/open-invitations";
import { memberListRead } from "@/components/members/queries";
import { useMay, useMe } from "@/components/session/me";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { memberListReader } from "@/lib/nouns/members/list-reader";
import type { Member } from "@/lib/nouns/members/schemas";

const helper = columnHelper<Member>();

const COLUMNS = helper.columns([
  helper.accessor("name", {
    header: "Name",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <>
        <span className={original.name ? "font-medium" : "text-ink-muted"}>{original.name || "No name yet"}</span>
        {original.suspended_at !== null && <span className="text-ink-muted"> · suspended</span>}
      </>
    ),
  }),
  helper.accessor("email", { header: "Email", meta: { card: "detail" } }),
  helper.accessor("role", {
    header: "Role",
    meta: { width: "w-40", card: "status" },
    cell: ({ row }) => <MemberRole member={row.original} />,
  }),
  helper.accessor("created_at", {
    header: "Joined",
    meta: { align: "right", width: "w-28", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: "right", width: "w-28", card: "action" },
    cell: ({ row }) => <RemoveMember member={row.original} />,
  }),
]);

/** Who may use the project, and who was invited. */
export function MembersPage({ projectID }: { projectID: string }) {
  const me = useMe();
  const mayAdminister = useMay(projectID, "administer");
  const [inviting, setInviting] = useState(false);
  const list = useListQuery(memberListReader);
  const result = useQuery({
    ...memberListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    enabled: mayAdminister,
  });

  if (me && !mayAdminister) {
    return (
      <EmptyState icon={Users} title="Only admins see the members">
        <p>Ask an admin of the project to invite somebody.</p>
      </EmptyState>
    );
  }
  const invite = (
    <Button variant="primary" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden />
      Invite
    </Button>
  );
  return (
    <>
      <ListView
        title="Members"
        isPart
        noun="members"
        note="The people of this project and what each may do. The installation's owner is admin of every project."
        list={list}
        result={result}
        action={invite}
        filters={
          <div className="px-4 pb-3 md:px-6">
            <NameFilter
              label="Name or email"
              value={list.values.q ?? ""}
              onChange={(q) => list.setFilters({ q }, "replace")}
            />
          </div>
        }
        table={{ columns: COLUMNS, rowID: ({ uid }) => uid, rowName: ({ name, email }) => name || email }}
        empty={
          <EmptyState icon={Users} title="No member yet" action={invite}>
            <p>Invite the people who should see or operate this project.</p>
          </EmptyState>
        }
      />
      <OpenInvitations projectID={projectID} isAdmin={mayAdminister} />
      <InviteDialog projectID={projectID} open={inviting} onOpenChange={setInviting} />
    </>
  );
}
