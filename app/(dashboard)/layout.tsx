import type { ReactNode } from "react";
import { WithProviders } from "@/app/with-providers";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return <WithProviders>{children}</WithProviders>;
}
