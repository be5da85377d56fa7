"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { cn } from "@/components/ui/class-names";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { indeterminate?: boolean };

export function Checkbox({ className, indeterminate = false, ...props }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);

  return (
    <input
      {...props}
      ref={ref}
      type="checkbox"
      className={cn("size-4 shrink-0 cursor-pointer rounded-sm accent-accent disabled:cursor-default", className)}
    />
  );
}
