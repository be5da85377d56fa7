"use client";

import { useState } from "react";
import { useLate } from "@/components/late/use-late";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { ColumnChooser } from "@/components/views/column-chooser";
import { PinnedViews } from "@/components/views/pinned-views";
import { goTo, useOpenView, type ViewedList } from "@/components/views/use-open-view";
import { useViewChanges } from "@/components/views/use-view-changes";
import { toViewAddress } from "@/components/views/view-address";
import type { ViewDialogProps, ViewTask } from "@/components/views/view-dialog";
import { ViewsMenu } from "@/components/views/views-menu";
import type { View } from "@/lib/nouns/views/schemas";

const loadDialog = () => import("@/components/views/view-dialog");

/** The saved views of a list, the offer to save what is shown, and the choice of its columns. */
export function ViewBar(viewed: ViewedList) {
  const { projectID, list, isFiltered, columns } = viewed;
  const { views, open, shown, isChanged, leave } = useOpenView(viewed);
  const changes = useViewChanges(projectID);
  const [task, setTask] = useState<ViewTask | null>(null);
  const saveNew = () => setTask({ kind: "save", list, shown });
  // The phone has room for one of two ways to save: the other is in the menu too.
  const isSavable = open !== null && isChanged && changes.mayChange(open);
  const isUnsaved = open ? isChanged : isFiltered || !columns.isUsual;

  const finish = (view: View) => {
    if (task?.kind === "save") goTo(toViewAddress(projectID, view));
    setTask(null);
  };

  return (
    <div className="flex items-center justify-end gap-x-2 px-4 pb-3 md:px-6">
      <PinnedViews
        projectID={projectID}
        list={list}
        views={views}
        open={open}
        isChanged={isChanged}
        isWhole={open === null && !isUnsaved}
      />
      {isSavable && (
        <Button pending={changes.isChanging} onClick={() => changes.save(open, shown)}>
          Save changes
        </Button>
      )}
      {isUnsaved && (
        <Button variant="ghost" className={cn(isSavable && "max-md:hidden")} onClick={saveNew}>
          {open ? "Save as new" : "Save view"}
        </Button>
      )}
      <ViewsMenu
        projectID={projectID}
        views={views}
        open={open}
        changes={changes}
        onSaveNew={saveNew}
        onEdit={(view) => setTask({ kind: "edit", view })}
        onDelete={(view) => void changes.remove(view, () => view.uid === open?.uid && leave())}
      />
      <ColumnChooser columns={columns} />
      <LateViewDialog
        projectID={projectID}
        task={task}
        mayShare={changes.mayShare}
        onClose={() => setTask(null)}
        onDone={finish}
      />
    </div>
  );
}

function LateViewDialog(props: ViewDialogProps) {
  const late = useLate(loadDialog, props.task !== null);
  return late && <late.ViewDialog {...props} />;
}
