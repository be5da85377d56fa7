"use client";

import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { goTo } from "@/components/views/use-open-view";

type ViewLinkProps = { href: string; isCurrent: boolean; onOpen?: () => void; className?: string; children: ReactNode };

/** A link to a view of the list that is shown. It opens in place, without a page being asked for. */
export function ViewLink({ href, isCurrent, onOpen, className, children }: ViewLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goTo(href);
        onOpen?.();
      }}
      className={className}
    >
      {children}
    </Link>
  );
}
