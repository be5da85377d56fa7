"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { CreateApiKeyDialog } from "@/components/api-keys/create-api-key-dialog";
import { apiKeyListRead } from "@/components/api-keys/queries";
import { RevokeApiKey } from "@/components/api-keys/revoke-api-key";
import { EmptyState } from "@/components/data/empty-state";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { useListQuery } from "@/components/data-table/use-list-query";
import { useMay, useMe } from "@/components/session/me";
import { StatusMark } from "@/components/status/status-badge";
import { API_KEY_LOOK } from "@/components/status/status-words";
import { useByNow } from "@/components/time/clock";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { apiKeyListReader } from "@/lib/nouns/api-keys/list-reader";
import type { ApiKey } from "@/lib/nouns/api-keys/schemas";

const helper = columnHelper<ApiKey>();

const COLUMNS = helper.columns([
  helper.display({
    id: "state",
    header: "State",
    meta: { card: "status", width: "w-28" },
    cell: ({ row }) => <ApiKeyState apiKey={row.original} />,
  }),
  helper.accessor("name", {
    header: "Name",
    meta: { card: "title" },
    cell: ({ getValue }) => <span className="font-medium">{getValue()}</span>,
  }),
  helper.accessor("role", { header: "Role", meta: { width: "w-28" } }),
  helper.accessor("prefix", {
    header: "Begins with",
    meta: { card: "detail", width: "w-44" },
    cell: ({ getValue }) => <span className="font-mono">{getValue()}</span>,
  }),
  helper.accessor((key) => key.created_by?.email ?? "", {
    id: "created_by",
    header: "Made by",
    meta: { from: "lg" },
    cell: ({ getValue }) => <span className="text-ink-muted">{getValue() || "command line"}</span>,
  }),
  helper.accessor("last_used_at", {
    header: "Last used",
    meta: { align: "right", width: "w-28", from: "lg" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} none="never" className="text-ink-muted" />,
  }),
  helper.accessor("expires_at", {
    header: "Expires",
    meta: { align: "right", width: "w-28", from: "lg" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} none="never" className="text-ink-muted" />,
  }),
  helper.accessor("created_at", {
    header: "Created",
    meta: { align: "right", width: "w-28", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: "right", width: "w-28", card: "action" },
    cell: ({ row }) => <RevokeApiKey apiKey={row.original} />,
  }),
]);

export function ApiKeysPage({ projectID }: { projectID: string }) {
  const me = useMe();
  const mayAdminister = useMay(projectID, "administer");
  const [creating, setCreating] = useState(false);
  const list = useListQuery(apiKeyListReader);
  const result = useQuery({
    ...apiKeyListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    enabled: mayAdminister,
  });

  if (me && !mayAdminister) {
    return (
      <EmptyState icon={KeyRound} title="Only admins see the API keys">
        <p>Ask an admin of the project for a key.</p>
      </EmptyState>
    );
  }
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      Create API key
    </Button>
  );
  return (
    <>
      <ListView
        title="API keys"
        isPart
        noun="API keys"
        note="Programs call /v1 with a key of this project. What a key may do is its role."
        list={list}
        result={result}
        action={create}
        table={{ columns: COLUMNS, rowID: ({ uid }) => uid }}
        empty={
          <EmptyState icon={KeyRound} title="No API key yet" action={create}>
            <p>A key is shown once when it is made. Hookyard keeps only its hash.</p>
          </EmptyState>
        }
      />
      <CreateApiKeyDialog projectID={projectID} open={creating} onOpenChange={setCreating} />
    </>
  );
}

function ApiKeyState({ apiKey }: { apiKey: ApiKey }) {
  const { expires_at: until, revoked_at: revokedAt } = apiKey;
  const isExpired = useByNow((now) => until !== null && Date.parse(until) <= now);
  if (revokedAt) return <StatusMark look={API_KEY_LOOK.revoked} />;
  return <StatusMark look={isExpired ? API_KEY_LOOK.expired : API_KEY_LOOK.active} />;
}
