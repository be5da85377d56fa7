"use client";

import { Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { PopoverContent } from "@/components/ui/popover";
import type { useViewChanges } from "@/components/views/use-view-changes";
import { toViewAddress } from "@/components/views/view-address";
import { ViewLink } from "@/components/views/view-link";
import type { View } from "@/lib/nouns/views/schemas";

export type ViewsContentProps = {
  projectID: string;
  views: readonly View[];
  open: View | null;
  changes: ReturnType<typeof useViewChanges>;
  onSaveNew: () => void;
  onEdit: (view: View) => void;
  onDelete: (view: View) => void;
  onClose: () => void;
};

const SEARCHABLE_FROM = 8;

/** Every view of the list, to be opened, pinned, renamed or deleted. */
export function ViewsContent(props: ViewsContentProps) {
  const { views, onSaveNew, onEdit, onDelete, onClose } = props;
  const [typed, setTyped] = useState("");
  const found = views.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const leaveFor = (act: () => void) => {
    onClose();
    act();
  };
  const rows = {
    ...props,
    onEdit: (view: View) => leaveFor(() => onEdit(view)),
    onDelete: (view: View) => leaveFor(() => onDelete(view)),
  };

  return (
    <PopoverContent aria-label="Views" align="end" className="w-80 max-w-[calc(100vw-2rem)]">
      {views.length >= SEARCHABLE_FROM && (
        <Input
          aria-label="Find a view"
          placeholder="Find"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="mb-1"
        />
      )}
      <div className="max-h-[50vh] overflow-y-auto">
        <ViewGroup {...rows} heading="Shared with the project" views={found.filter(({ is_shared }) => is_shared)} />
        <ViewGroup {...rows} heading="Yours" views={found.filter(({ is_shared }) => !is_shared)} />
        {found.length === 0 && (
          <p className="px-2 py-3 text-ink-muted text-sm">
            {views.length > 0 ? "Nothing has that name." : "A view keeps the filters and columns under a name."}
          </p>
        )}
      </div>
      <div className="mt-1 border-t pt-1">
        <Button variant="ghost" size="sm" className="w-full" onClick={() => leaveFor(onSaveNew)}>
          Save what is shown as a view…
        </Button>
      </div>
    </PopoverContent>
  );
}

type ViewRowsProps = Omit<ViewsContentProps, "onSaveNew">;

function ViewGroup({ heading, views, ...rows }: ViewRowsProps & { heading: string }) {
  if (views.length === 0) return null;
  return (
    <section aria-label={heading}>
      <p className="px-2 py-1 text-ink-muted text-sm">{heading}</p>
      <ul>
        {views.map((view) => (
          <ViewRow key={view.uid} view={view} {...rows} />
        ))}
      </ul>
    </section>
  );
}

type ViewRowProps = Omit<ViewRowsProps, "views"> & { view: View };

function ViewRow({ view, projectID, open, changes, onClose, onEdit, onDelete }: ViewRowProps) {
  const isOpen = view.uid === open?.uid;
  const PinIcon = view.is_pinned ? PinOff : Pin;
  return (
    <li className={cn("flex items-center rounded pr-1 hover:bg-hover", isOpen && "bg-accent-soft")}>
      <ViewLink
        href={toViewAddress(projectID, view)}
        isCurrent={isOpen}
        onOpen={onClose}
        className={cn(
          "flex h-8 min-w-0 flex-1 items-center rounded px-2 text-sm focus-visible:-outline-offset-2 pointer-coarse:h-11",
          isOpen && "font-medium",
        )}
      >
        <span className="truncate">{view.name}</span>
      </ViewLink>
      {changes.mayChange(view) && (
        <>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`${view.is_pinned ? "Unpin" : "Pin"} ${view.name}`}
            title={view.is_pinned ? "Unpin" : "Pin above the list"}
            disabled={changes.isChanging}
            onClick={() => changes.setPinned(view)}
          >
            <PinIcon aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Edit ${view.name}`}
            title="Edit"
            onClick={() => onEdit(view)}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Delete ${view.name}`}
            title="Delete"
            onClick={() => onDelete(view)}
          >
            <Trash2 aria-hidden />
          </Button>
        </>
      )}
    </li>
  );
}
