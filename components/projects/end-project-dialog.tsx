"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import type { Ending } from "@/components/projects/end-project";
import { projectContentsRead } from "@/components/projects/queries";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { unwrap } from "@/lib/api/client";
import { MOST_COUNTED } from "@/lib/nouns/projects/most-counted";
import type { Project, ProjectContents } from "@/lib/nouns/projects/schemas";

const WORDS: Record<Ending, { verb: string; done: string; consequence: string }> = {
  archive: {
    verb: "Archive",
    done: "archived",
    consequence:
      "Its senders get an error from now on, and no attempt begins. Nothing is lost: what waits goes on when it is unarchived.",
  },
  unarchive: {
    verb: "Unarchive",
    done: "unarchived",
    consequence: "It takes events again, and the deliveries that wait are attempted.",
  },
  delete: {
    verb: "Delete",
    done: "deleted",
    consequence: "With all that it has, its members and API keys too. This cannot be undone.",
  },
};

type EndProjectDialogProps = { project: Project; ending: Ending; onClose: () => void };

/** Asks for the name of the project, so that nobody ends another than they mean. */
export function EndProjectDialog({ project, ending, onClose }: EndProjectDialogProps) {
  const { verb, consequence } = WORDS[ending];
  const id = useId();
  const [typed, setTyped] = useState("");
  const { end, pending } = useEnding(project, ending, onClose);
  const isSame = typed === project.name;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame && !pending) end();
  };

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={`${verb} ${project.name}?`} description={consequence}>
        <form onSubmit={submit} className="space-y-4">
          {ending !== "unarchive" && <Contents projectID={project.uid} ending={ending} />}
          <div>
            <label htmlFor={id} className="mb-1 block font-medium text-sm">
              Type the name of the project
            </label>
            <Input
              id={id}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              placeholder={project.name}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <div className="flex justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant={ending === "unarchive" ? "primary" : "danger"}
              disabled={!isSame}
              pending={pending}
            >
              {verb} project
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function useEnding({ uid, name }: Project, ending: Ending, onClose: () => void) {
  const client = useQueryClient();
  const router = useRouter();
  const { verb, done } = WORDS[ending];
  const call = { params: { path: { projectID: uid } }, body: { name } };
  const mutation = useMutation({
    mutationFn: () => {
      switch (ending) {
        case "archive":
          return unwrap(api.POST("/v1/projects/{projectID}/archive", call));
        case "unarchive":
          return unwrap(api.POST("/v1/projects/{projectID}/unarchive", call));
        case "delete":
          return unwrap(api.DELETE("/v1/projects/{projectID}", call));
      }
    },
    onSuccess: async () => {
      onClose();
      toast.success(`${name} is ${done}`);
      if (ending === "delete") {
        router.push("/projects");
        // Nothing of the project is asked for again; the list of projects is, where it is shown next.
        await client.invalidateQueries({ queryKey: ["projects"], refetchType: "none" });
        await client.invalidateQueries({ queryKey: ["me"] });
        return;
      }
      // The line that says so on each page is drawn by the server.
      router.refresh();
      await client.invalidateQueries({ queryKey: ["projects"] });
      await client.invalidateQueries({ queryKey: ["me"] });
    },
    onError: (error) => tellError(`${name} could not be ${verb === "Delete" ? "deleted" : done}`, error),
  });
  return { end: () => mutation.mutate(), pending: mutation.isPending };
}

const NOUNS: Record<keyof ProjectContents, [one: string, many: string]> = {
  sources: ["source", "sources"],
  endpoints: ["endpoint", "endpoints"],
  events: ["event", "events"],
  waiting_deliveries: ["delivery that waits", "deliveries that wait"],
};

function Contents({ projectID, ending }: { projectID: string; ending: Ending }) {
  const { data } = useQuery(projectContentsRead(projectID));
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-1 rounded border bg-sunken px-3 py-2.5 text-sm">
      <dt className="col-span-2 text-ink-muted">{ending === "delete" ? "What goes with it" : "What it has"}</dt>
      {(Object.keys(NOUNS) as (keyof ProjectContents)[]).map((part) => (
        <dd key={part} className="tabular-nums">
          {data ? say(data[part], NOUNS[part]) : "…"}
        </dd>
      ))}
    </dl>
  );
}

function say(count: number, [one, many]: [string, string]): string {
  if (count === 1) return `1 ${one}`;
  return `${count.toLocaleString("en")}${count >= MOST_COUNTED ? " or more" : ""} ${many}`;
}
