"use client";

import { Switch as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";

export function Switch({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      {...props}
      className={cn(
        "h-5 w-9 shrink-0 rounded-full border border-line-strong bg-sunken p-px transition-colors duration-[120ms] disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent",
        className,
      )}
    >
      <Primitive.Thumb className="block size-4 rounded-full bg-line-strong transition-transform duration-[120ms] ease-out data-[state=checked]:translate-x-4 data-[state=checked]:bg-canvas" />
    </Primitive.Root>
  );
}
