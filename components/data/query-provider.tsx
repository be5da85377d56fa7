"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "@/components/data/api";
import { createQueryClient } from "@/components/data/query-client";
import { ApiError } from "@/lib/api/client";

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => createQueryClient(api, leaveWhenSignedOut));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Leads to signing in after a session ended elsewhere, and back to the same address. */
function leaveWhenSignedOut(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const { pathname, search } = window.location;
  if (pathname.startsWith("/sign-in")) return;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}
