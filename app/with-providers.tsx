import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/providers";
import { LOCAL, LOCAL_ZONE_COOKIE, toZoneChoice, ZONE_COOKIE } from "@/components/time/zone";

/** What the pages share that read and write through /v1. Pages of one form, such as signing in, do without it. */
export async function WithProviders({ children }: { children: ReactNode }) {
  return <Providers {...(await readClock())}>{children}</Providers>;
}

async function readClock() {
  const kept = await cookies();
  const zoneIn = (name: string) => toZoneChoice(kept.get(name)?.value);
  const local = zoneIn(LOCAL_ZONE_COOKIE);
  return { serverNow: Date.now(), zones: { choice: zoneIn(ZONE_COOKIE), local: local === LOCAL ? null : local } };
}
