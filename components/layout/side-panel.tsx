"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { isTyping } from "@/components/layout/is-typing";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import { Tooltip } from "@/components/ui/tooltip";

type SidePanelProps = {
  /** Names the region: "Delivery". */
  label: string;
  /** The row that it belongs to, which gets the focus back. */
  rowID: string;
  actions?: ReactNode;
  /** Takes the whole width, over the list. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** 560 px beside the list or the full width, the whole screen on the phone. The list stays usable behind it. */
export function SidePanel({ label, rowID, actions, wide = false, onClose, children }: SidePanelProps) {
  const ref = useRef<HTMLElement>(null);

  const close = () => {
    onClose();
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowID)}"] [data-row-link]`)?.focus();
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented && !isTyping(event.target)) close();
  });

  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    document.body.classList.add("panel-open");
    return () => {
      document.removeEventListener("keydown", listener);
      document.body.classList.remove("panel-open");
    };
  }, []);

  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={label}
      className={cn(
        "enter-right fixed top-12 right-0 bottom-(--dock) z-10 flex max-w-full flex-col border-l bg-canvas shadow-panel outline-none max-md:inset-0 max-md:z-40 max-md:w-full",
        wide ? "z-30 w-full" : "w-[560px]",
      )}
    >
      <div className="flex h-12 shrink-0 items-center gap-1 border-b pr-2 pl-4">
        <span className="mr-auto text-ink-muted text-sm">{label}</span>
        {actions}
        <Tooltip content="Close (Esc)" side="bottom">
          <Button variant="ghost" size="icon" aria-label="Close the panel" onClick={close}>
            <X aria-hidden />
          </Button>
        </Tooltip>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-4 pb-10">
        {wide ? <div className="mx-auto max-w-[1080px]">{children}</div> : children}
      </div>
    </section>
  );
}

export function PanelSkeleton({ noun }: { noun: string }) {
  return (
    <div role="status" aria-label={`Loading the ${noun}`} className="space-y-3">
      <Skeleton className="h-6 w-24" />
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-4 w-80" />
      <Skeleton className="mt-6 h-40 w-full" />
    </div>
  );
}
