import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { PlainFrame } from "@/components/layout/plain-frame";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme";

export default async function AccountLayout({ children }: { children: ReactNode }) {
  return <PlainFrame theme={toTheme((await cookies()).get(THEME_COOKIE)?.value)}>{children}</PlainFrame>;
}
