"use client";

import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { QueryProvider } from "@/components/data/query-provider";
import { LostPartsNote } from "@/components/late/lost-parts-note";
import { giveStyleNonce } from "@/components/layout/style-nonce";
import { SignInQuestion } from "@/components/session/sign-in-question";
import { ClockProvider } from "@/components/time/clock";
import { type KnownZones, ZoneProvider } from "@/components/time/use-zone";
import { Toasts } from "@/components/toasts/toasts";
import { ConfirmProvider } from "@/components/ui/confirm";

giveStyleNonce();

type ProvidersProps = { serverNow: number; zones: KnownZones; children: ReactNode };

export function Providers({ serverNow, zones, children }: ProvidersProps) {
  return (
    <NuqsAdapter>
      <QueryProvider>
        <ClockProvider serverNow={serverNow}>
          <ZoneProvider known={zones}>
            <ConfirmProvider>{children}</ConfirmProvider>
            <SignInQuestion />
            <Toasts />
            <LostPartsNote />
          </ZoneProvider>
        </ClockProvider>
      </QueryProvider>
    </NuqsAdapter>
  );
}
