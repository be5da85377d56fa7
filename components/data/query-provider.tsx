"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "@/components/data/api";
import { holdWhilePressed } from "@/components/data/hold-while-pressed";
import { createQueryClient } from "@/components/data/query-client";

holdWhilePressed();

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => createQueryClient(api));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
