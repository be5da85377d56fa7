"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { SwitchField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { unwrap } from "@/lib/api/client";
import type { ViewList } from "@/lib/kernel/vocabulary";
import { CreateView, UpdateView, type View } from "@/lib/nouns/views/schemas";

/** What the dialog is for: to save what is shown under a name, or to change a view's name and who sees it. */
export type ViewTask =
  | { kind: "save"; list: ViewList; shown: Pick<View, "query" | "columns"> }
  | { kind: "edit"; view: View };

export type ViewDialogProps = {
  projectID: string;
  task: ViewTask | null;
  mayShare: boolean;
  onClose: () => void;
  /** Called with the view that was saved or changed. */
  onDone: (view: View) => void;
};

export function ViewDialog({ projectID, task, mayShare, onClose, onDone }: ViewDialogProps) {
  return (
    <Dialog open={task !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {task && (
        <DialogContent
          title={task.kind === "save" ? "Save view" : `Edit ${task.view.name}`}
          description={task.kind === "save" ? "It keeps the filters and columns that are shown." : undefined}
        >
          <ViewForm projectID={projectID} task={task} mayShare={mayShare} onDone={onDone} />
        </DialogContent>
      )}
    </Dialog>
  );
}

const EMPTY = { name: "", is_shared: false, is_pinned: false };

function ViewForm({
  projectID,
  task,
  mayShare,
  onDone,
}: Omit<ViewDialogProps, "task" | "onClose"> & { task: ViewTask }) {
  const client = useQueryClient();
  const before = task.kind === "edit" ? task.view : null;
  const { name, is_shared, is_pinned } = before ?? EMPTY;
  const zodForm = useZodForm({
    schema: UpdateView.pick({ is_shared: true, is_pinned: true }).extend({ name: CreateView.shape.name }),
    defaultValues: { name, is_shared, is_pinned },
    toInput: (values) => values,
    submit: async (input) => {
      const view =
        task.kind === "edit" ? await change(projectID, task.view, input) : await save(projectID, task, input);
      await client.invalidateQueries({ queryKey: ["projects", projectID, "views"] });
      onDone(view);
    },
  });

  return (
    <Form {...zodForm} label={before ? "Edit view" : "Save view"}>
      <div className="space-y-4">
        <TextField name="name" label="Name" placeholder="Failing at billing" autoFocus />
        {(mayShare || is_shared) && (
          <SwitchField
            name="is_shared"
            label="Share with the project"
            help="Everybody in the project sees it; operators and admins change it."
          />
        )}
        <SwitchField name="is_pinned" label="Pin above the list" help="With the number of rows that it finds, live." />
        <FormRefusal />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={zodForm.form.formState.isSubmitting}>
            {before ? "Save" : "Save view"}
          </Button>
        </div>
      </div>
    </Form>
  );
}

type Input = { name: string; is_shared?: boolean | undefined; is_pinned?: boolean | undefined };

function change(projectID: string, { uid }: View, input: Input): Promise<View> {
  const params = { path: { projectID, viewID: uid } };
  return unwrap(api.PUT("/v1/projects/{projectID}/views/{viewID}", { params, body: input }));
}

function save(projectID: string, { list, shown }: Extract<ViewTask, { kind: "save" }>, input: Input): Promise<View> {
  const params = { path: { projectID } };
  return unwrap(api.POST("/v1/projects/{projectID}/views", { params, body: { ...input, ...shown, list } }));
}
