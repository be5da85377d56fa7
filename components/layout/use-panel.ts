"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { readQuery } from "@/components/layout/read-query";

/** What is open beside a list, and the addresses of what could be. */
export type Panel = {
  openID: string | null;
  addressOf: (id: string | null) => string;
  open: (id: string) => void;
  close: () => void;
};

/**
 * The resource in the side panel, stored in the address: `/deliveries/<id>` followed by the list's filters. It opens
 * without requesting a page, and the address can be shared. Moving from one to the next adds no step to the history, so
 * that "back" always closes the panel.
 */
export function usePanel(base: string): Panel {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const openID = pathname.startsWith(`${base}/`) ? decodeURIComponent(pathname.slice(base.length + 1)) : null;

  const isOpen = openID !== null;

  const moves = useMemo(() => {
    const addressWith = (query: string, id: string | null) =>
      `${base}${id === null ? "" : `/${id}`}${query === "" ? "" : `?${query}`}`;
    const addressNow = (id: string | null) => addressWith(readQuery().toString(), id);
    return {
      addressOf: (id: string | null) => addressWith(search, id),
      open: (id: string) => {
        if (isOpen) window.history.replaceState(null, "", addressNow(id));
        else window.history.pushState(null, "", addressNow(id));
      },
      close: () => window.history.pushState(null, "", addressNow(null)),
    };
  }, [base, search, isOpen]);

  return { openID, ...moves };
}
