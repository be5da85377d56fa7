import type { ReactNode } from "react";
import { WithProviders } from "@/app/with-providers";

export default function InviteLayout({ children }: { children: ReactNode }) {
  return <WithProviders>{children}</WithProviders>;
}
