"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;

const overlayStyles = "enter-fade fixed inset-0 z-50 bg-[#0b0d0f]/45";

type DialogContentProps = { title: string; description?: ReactNode; children: ReactNode; className?: string };

export function DialogContent({ title, description, children, className }: DialogContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayStyles} />
      <Primitive.Content
        {...(description ? {} : { "aria-describedby": undefined })}
        className={cn(
          "enter-up fixed inset-x-4 top-[12vh] z-50 mx-auto max-h-[80vh] max-w-md overflow-y-auto rounded-lg border bg-raised p-5 shadow-popover outline-none",
          className,
        )}
      >
        <div className="mb-4 pr-8">
          <Primitive.Title className="font-medium text-base">{title}</Primitive.Title>
          {description && (
            <Primitive.Description className="mt-1 text-ink-muted text-sm">{description}</Primitive.Description>
          )}
        </div>
        {children}
        <Primitive.Close asChild>
          <Button variant="ghost" size="icon-sm" aria-label="Close" className="absolute top-4 right-4">
            <X aria-hidden />
          </Button>
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

type DrawerContentProps = { title: string; children: ReactNode };

/** Slides in from the left over the page: the navigation on the phone. */
export function DrawerContent({ title, children }: DrawerContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayStyles} />
      <Primitive.Content
        aria-describedby={undefined}
        className="enter-left fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-r bg-sunken outline-none"
      >
        <Primitive.Title className="sr-only">{title}</Primitive.Title>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}
