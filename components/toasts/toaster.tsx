"use client";

import { useEffect } from "react";
import { Toaster as Primitive, toast } from "sonner";
import { drawBy } from "@/components/toasts/toast";

/** No message lies on the bar of unsaved changes, whose buttons it would cover for as long as the pointer is there. */
const ABOVE_BARS = { bottom: "calc(var(--dock) + 80px)" };

export function Toaster() {
  // The list listens by then: effects of children come first.
  useEffect(() => {
    drawBy(toast);
    return () => drawBy(null);
  }, []);

  return (
    <Primitive
      position="bottom-right"
      offset={ABOVE_BARS}
      mobileOffset={ABOVE_BARS}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start gap-2.5 rounded-lg border bg-raised px-3 py-2.5 font-sans text-ink text-sm shadow-popover",
          description: "text-ink-muted",
          error: "[&_[data-icon]]:text-failure",
          success: "[&_[data-icon]]:text-success",
        },
      }}
    />
  );
}
