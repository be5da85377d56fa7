"use client";

import { useState } from "react";
import { useLate } from "@/components/late/use-late";
import { useMe } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import type { Project } from "@/lib/nouns/projects/schemas";

const loadDialog = () => import("@/components/projects/end-project-dialog");

export type Ending = "archive" | "unarchive" | "delete";

/** The last part of a project's settings: archiving and deleting it. It stands below their form, which it is no field of. */
export function EndProject({ project }: { project: Project }) {
  const isOwner = useMe()?.is_owner === true;
  const [ending, setEnding] = useState<Ending | null>(null);
  const late = useLate(loadDialog, ending !== null);
  const isArchived = project.archived_at !== null;
  return (
    <section id="end" aria-labelledby="end-title" className="max-w-[720px] scroll-mt-14 px-4 pb-12 md:px-6">
      <div className="border-t pt-6">
        <h2 id="end-title" className="font-medium text-base">
          Archive or delete
        </h2>
        <p className="mt-0.5 text-ink-muted text-sm">
          {isArchived
            ? "It is archived. Unarchived, it is as it was before, and what waits is attempted. Deleted, it is gone for good."
            : "Archived, the project takes in nothing and attempts nothing; all that it has stays, and it can be unarchived. Only an archived project can be deleted."}
        </p>
        {isOwner ? (
          <div className="mt-4 flex flex-wrap gap-2">
            <Button onClick={() => setEnding(isArchived ? "unarchive" : "archive")}>
              {isArchived ? "Unarchive project" : "Archive project"}
            </Button>
            {isArchived && (
              <Button variant="danger" onClick={() => setEnding("delete")}>
                Delete project
              </Button>
            )}
          </div>
        ) : (
          <p className="mt-3 text-sm">Only the owner of this installation may do this.</p>
        )}
      </div>
      {ending && late && <late.EndProjectDialog project={project} ending={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}
