"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { api } from "@/components/data/api";
import { RequestID } from "@/components/data/request-id";
import { countRows } from "@/components/data-table/count-rows";
import { AcceptBreaking, hasBreaking } from "@/components/event-types/accept-breaking";
import { findObjectTextError, readSchemaText } from "@/components/event-types/event-type-values";
import { ImportPreview } from "@/components/event-types/import-preview";
import { OpenApiInput } from "@/components/event-types/open-api-input";
import { useHeldPage } from "@/components/forms/held-page";
import { PageHeader } from "@/components/layout/page-header";
import { RoleGate } from "@/components/session/role-gate";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { ImportEventTypes, ImportedEventTypes } from "@/lib/nouns/event-types/schemas";

export type ImportFrom = NonNullable<ImportEventTypes["from"]> | "";

/**
 * Imports an OpenAPI document after a preview of its changes. The import does what the preview showed, unless others
 * change types meanwhile.
 */
export function ImportEventTypesPage({ projectID }: { projectID: string }) {
  const client = useQueryClient();
  const router = useRouter();
  const [text, setText] = useState("");
  const [from, setFrom] = useState<ImportFrom>("");
  const [isBreakingAccepted, acceptBreaking] = useState(false);
  const home = `/projects/${projectID}/event-types`;
  useHeldPage(text !== "");

  const ask = (isDryRun: boolean) =>
    unwrap(
      api.POST("/v1/projects/{projectID}/event-types/import", {
        params: { path: { projectID } },
        body: {
          document: readSchemaText(text) ?? {},
          ...(from !== "" && { from }),
          dry_run: isDryRun,
          accept_breaking_changes: isBreakingAccepted,
        },
      }),
    );
  const preview = useMutation<ImportedEventTypes, ApiError>({ mutationFn: () => ask(true) });
  const run = useMutation<ImportedEventTypes, ApiError>({
    mutationFn: () => ask(false),
    onSuccess: async ({ created, updated }) => {
      toast.success(`${countRows(created, "event types")} created, ${updated} updated`);
      await client.invalidateQueries({ queryKey: ["projects", projectID, "event-types"] });
      router.push(home);
    },
  });
  const change = (act: () => void) => {
    act();
    preview.reset();
    run.reset();
  };
  const error = run.error ?? preview.error;
  const changes = countChanges(preview.data);

  return (
    <>
      <PageHeader
        title="Import event types"
        note="From the webhooks or the schemas of an OpenAPI 3.1 document. You see what would change before anything does."
        back={{ href: home, name: "Event types" }}
      />
      <RoleGate projectID={projectID} permission="administer" act="import event types">
        <div className="max-w-[720px] space-y-5 px-4 pb-12 md:px-6">
          <OpenApiInput
            text={text}
            problem={findObjectTextError(text)}
            from={from}
            onText={(value) => change(() => setText(value))}
            onFrom={(value) => change(() => setFrom(value))}
          />
          {error && (
            <Callout tone="error" title={error.message}>
              {error.requestId && <RequestID id={error.requestId} />}
              {error.fields.map(({ path, message }) => (
                <p key={path}>
                  <code className="break-all font-mono">{path}</code> {message}
                </p>
              ))}
            </Callout>
          )}
          {preview.data && <ImportPreview preview={preview.data} />}
          {(isBreakingAccepted || hasBreaking(preview.data)) && (
            <AcceptBreaking isAccepted={isBreakingAccepted} onAccept={(is) => change(() => acceptBreaking(is))} />
          )}
          <div className="flex flex-wrap gap-2 border-t pt-5">
            {changes > 0 ? (
              <Button variant="primary" pending={run.isPending} onClick={() => run.mutate()}>
                Import {countRows(changes, "event types")}
              </Button>
            ) : (
              <Button
                variant="primary"
                pending={preview.isPending}
                disabled={text.trim() === "" || findObjectTextError(text) !== null}
                onClick={() => preview.mutate()}
              >
                Preview the import
              </Button>
            )}
            <Button onClick={() => router.push(home)}>Cancel</Button>
          </div>
        </div>
      </RoleGate>
    </>
  );
}

function countChanges(preview: ImportedEventTypes | undefined): number {
  return preview === undefined ? 0 : preview.created + preview.updated;
}
