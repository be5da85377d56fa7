import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/providers";
import { toZoneChoice, ZONE_COOKIE } from "@/components/time/zone";

/** What the pages share that read and write through /v1. Pages of one form, such as signing in, do without it. */
export async function WithProviders({ children }: { children: ReactNode }) {
  return <Providers {...(await readClock())}>{children}</Providers>;
}

async function readClock() {
  return { serverNow: Date.now(), zone: toZoneChoice((await cookies()).get(ZONE_COOKIE)?.value) };
}
