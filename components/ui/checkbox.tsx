"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { cn } from "@/components/ui/class-names";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { indeterminate?: boolean };

export function Checkbox({ className, indeterminate = false, ...props }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  const first = useRef(props.checked);

  // A click before hydration is visible, but React saw no change: it is reported once React listens.
  useEffect(() => {
    const { current: box } = ref;
    if (!box || first.current === undefined || box.checked === first.current) return;
    box.checked = first.current;
    box.click();
  }, []);

  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);

  return (
    <input
      {...props}
      ref={ref}
      type="checkbox"
      className={cn(
        "size-4 shrink-0 cursor-pointer appearance-none rounded-sm border border-line-strong bg-canvas bg-center bg-no-repeat checked:border-accent checked:bg-[image:url('/check.svg')] checked:bg-accent indeterminate:border-accent indeterminate:bg-[image:url('/dash.svg')] indeterminate:bg-accent disabled:cursor-default disabled:opacity-50",
        className,
      )}
    />
  );
}
