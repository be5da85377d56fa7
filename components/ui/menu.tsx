"use client";

import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";

/** The page behind it stays usable: hidden from screen readers it would still contain what the keyboard can reach. */
export function Menu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />;
}

export const MenuTrigger = Primitive.Trigger;
export const MenuRadioGroup = Primitive.RadioGroup;

export function MenuContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={4}
        collisionPadding={8}
        {...props}
        className={cn(
          "enter-fade z-40 min-w-48 rounded-lg border bg-raised p-1 shadow-popover outline-none",
          className,
        )}
      />
    </Primitive.Portal>
  );
}

const itemStyles =
  "flex h-8 cursor-default select-none items-center gap-2 rounded px-2 text-sm text-ink outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover pointer-coarse:h-10 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-muted";

type MenuItemProps = ComponentProps<typeof Primitive.Item> & { danger?: boolean };

export function MenuItem({ className, danger, ...props }: MenuItemProps) {
  return (
    <Primitive.Item {...props} className={cn(itemStyles, danger && "text-failure [&_svg]:text-failure", className)} />
  );
}

export function MenuRadioItem({ className, children, ...props }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem {...props} className={cn(itemStyles, "data-[state=checked]:font-medium", className)}>
      {children}
      <Primitive.ItemIndicator className="ml-auto text-accent">●</Primitive.ItemIndicator>
    </Primitive.RadioItem>
  );
}

export function MenuLabel({ children }: { children: React.ReactNode }) {
  return <Primitive.Label className="px-2 py-1 text-ink-muted text-sm">{children}</Primitive.Label>;
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
