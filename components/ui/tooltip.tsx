"use client";

import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

type TooltipProps = { content: ReactNode; children: ReactNode; side?: "top" | "right" | "bottom" | "left" };

/** A visual hint. Its text must not be the only place of that information. */
export function Tooltip({ content, children, side = "top" }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="enter-fade z-50 max-w-80 rounded border bg-raised px-2 py-1 text-ink text-sm shadow-popover"
        >
          {content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={350} skipDelayDuration={200}>
      {children}
    </Primitive.Provider>
  );
}
