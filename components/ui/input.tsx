"use client";

import { type ComponentProps, type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import { cn } from "@/components/ui/class-names";

export const fieldStyles =
  "w-full rounded border border-line-strong/60 bg-canvas px-2.5 text-sm text-ink transition-colors duration-[120ms] hover:border-line-strong focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-ink-muted aria-invalid:border-failure aria-invalid:focus-visible:outline-failure";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input {...props} className={cn(fieldStyles, "h-8 pointer-coarse:h-10", className)} />;
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea {...props} className={cn(fieldStyles, "min-h-16 py-1.5 leading-5", className)} />;
}

/** The browser's own select: best on the phone, with the keyboard and for screen readers. */
export function Select({ className, children, ref, ...props }: ComponentProps<"select">) {
  const select = useRef<HTMLSelectElement>(null);
  useImperativeHandle(ref, () => select.current as HTMLSelectElement);
  useTellEarlyChoice(select, props.value);
  return (
    <select
      {...props}
      ref={select}
      className={cn(
        fieldStyles,
        "h-8 appearance-none bg-[length:16px] bg-[position:right_8px_center] bg-no-repeat pr-8 pointer-coarse:h-10",
        "bg-[image:url('/chevrons.svg')] [&>option]:bg-raised [&>option]:text-ink",
        className,
      )}
    >
      {children}
    </select>
  );
}

/** A choice before hydration is visible, but React saw no change: it is reported once React listens. */
function useTellEarlyChoice(
  select: RefObject<HTMLSelectElement | null>,
  value: ComponentProps<"select">["value"],
): void {
  const first = useRef(value);
  useEffect(() => {
    const isControlled = first.current !== undefined;
    if (!select.current || !isControlled || select.current.value === String(first.current)) return;
    select.current.dispatchEvent(new Event("change", { bubbles: true }));
  }, [select]);
}
