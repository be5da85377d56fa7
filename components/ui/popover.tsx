"use client";

import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";
import { Popup, PopupLayer, type PopupProps, PopupTrigger, usePopup } from "@/components/ui/popup";
import { Slot } from "@/components/ui/slot";

export function Popover(props: PopupProps) {
  return <Popup kind="dialog" {...props} />;
}

export const PopoverTrigger = PopupTrigger;

export function PopoverContent({ className, ...props }: ComponentProps<typeof PopupLayer>) {
  return <PopupLayer {...props} className={cn("w-64", className)} />;
}

/** Its only child, a button, also closes the popover. */
export function PopoverClose({ children }: { children: React.ReactElement }) {
  const { close } = usePopup();
  return <Slot onClick={close}>{children}</Slot>;
}
