"use client";

import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

type RowLinkProps = {
  href: string;
  children: ReactNode;
  /** Opens in place, such as a side panel; the address is still the link's. */
  onOpen?: () => void;
  className?: string;
};

/** The link of a row: clicking the row clicks it, j and k focus it. */
export function RowLink({ href, children, onOpen, className }: RowLinkProps) {
  return (
    <Link
      href={href}
      prefetch={onOpen && false}
      data-row-link
      onClick={(event) => {
        if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen();
      }}
      className={cn("font-medium outline-none", className)}
    >
      {children}
    </Link>
  );
}
