"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { Notes } from "@/components/notes/notes";
import { useMay } from "@/components/session/me";
import { unwrap } from "@/lib/api/client";
import type { IncidentWithNotes } from "@/lib/nouns/incidents/schemas";
import type { CreateNote } from "@/lib/nouns/notes/schemas";

/** What people have written about an incident. */
export function IncidentNotes({ incident }: { incident: IncidentWithNotes }) {
  const client = useQueryClient();
  const { project_id: projectID, uid: incidentID } = incident;
  const mayWrite = useMay(projectID, "operate");
  const add = async (body: CreateNote) => {
    const path = { projectID, incidentID };
    await unwrap(api.POST("/v1/projects/{projectID}/incidents/{incidentID}/notes", { params: { path }, body }));
    await client.invalidateQueries({ queryKey: ["projects", projectID, "incidents"] });
  };
  return (
    <section aria-label="Notes" className="max-w-[720px] border-t pt-6">
      <h2 className="mb-3 font-medium text-base">Notes</h2>
      <Notes notes={incident.notes} onAdd={mayWrite ? add : null} />
    </section>
  );
}
