"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { EmptyState } from "@/components/data/empty-state";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { NameFilter } from "@/components/data-table/name-filter";
import { useListQuery } from "@/components/data-table/use-list-query";
import { OwnerOnly } from "@/components/installation/owner-only";
import { userListRead } from "@/components/installation/queries";
import { useSuspension } from "@/components/installation/use-suspension";
import { useMe } from "@/components/session/me";
import { StatusMark } from "@/components/status/status-badge";
import { ACCOUNT_LOOK } from "@/components/status/status-words";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { userListReader } from "@/lib/nouns/users/list-reader";
import type { User } from "@/lib/nouns/users/schemas";

const helper = columnHelper<User>();

const COLUMNS = helper.columns([
  helper.accessor("suspended_at", {
    header: "State",
    meta: { card: "status", width: "w-32" },
    cell: ({ getValue }) => <StatusMark look={ACCOUNT_LOOK[getValue() === null ? "active" : "suspended"]} />,
  }),
  helper.accessor("name", {
    header: "Name",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <>
        <span className="font-medium">{original.name || "No name yet"}</span>
        {original.is_owner && <span className="text-ink-muted"> · owner</span>}
        {original.email_proven_at === null && (
          <span
            className="text-ink-muted"
            title="Made by a link that others could see. An invitation proves the email."
          >
            {" "}
            · email not proven
          </span>
        )}
      </>
    ),
  }),
  helper.accessor("email", { header: "Email", meta: { card: "detail" } }),
  helper.accessor("projects", { header: "Projects", meta: { align: "right", width: "w-20", from: "lg" } }),
  helper.accessor("api_keys", { header: "Keys", meta: { align: "right", width: "w-16", from: "lg" } }),
  helper.accessor("sessions", { header: "Sessions", meta: { align: "right", width: "w-20", from: "lg" } }),
  helper.accessor("last_seen_at", {
    header: "Last seen",
    meta: { align: "right", width: "w-28", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} none="not lately" className="text-ink-muted" />,
  }),
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: "right", width: "w-36", card: "action" },
    cell: ({ row }) => <Suspension user={row.original} />,
  }),
]);

/** Everybody with an account, for the owner, who can suspend them. */
export function PeoplePage() {
  const me = useMe();
  const list = useListQuery(userListReader);
  const result = useQuery({
    ...userListRead(list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
    enabled: me?.is_owner === true,
  });
  return (
    <OwnerOnly>
      <ListView
        title="People"
        isPart
        noun="people"
        note="Everybody who has an account here, whatever projects they are in. People join by an invitation to a project."
        list={list}
        result={result}
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
        empty={<EmptyState icon={Users} title="Nobody has an account yet" />}
      />
    </OwnerOnly>
  );
}

function Suspension({ user }: { user: User }) {
  const { suspend, reactivate, pending } = useSuspension(user);
  if (user.is_owner) return null;
  const name = user.name || user.email;
  return user.suspended_at === null ? (
    <Button size="sm" pending={pending} aria-label={`Suspend ${name}`} onClick={() => void suspend()}>
      Suspend
    </Button>
  ) : (
    <Button size="sm" pending={pending} aria-label={`Let ${name} in again`} onClick={() => void reactivate()}>
      Let in again
    </Button>
  );
}
