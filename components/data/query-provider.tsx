"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "@/components/data/api";
import { createQueryClient } from "@/components/data/query-client";

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => createQueryClient(api));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
