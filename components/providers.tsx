"use client";

import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { QueryProvider } from "@/components/data/query-provider";
import { LostPartsNote } from "@/components/late/lost-parts-note";
import { giveStyleNonce } from "@/components/layout/style-nonce";
import { SignInQuestion } from "@/components/session/sign-in-question";
import { ClockProvider } from "@/components/time/clock";
import { ZoneProvider } from "@/components/time/use-zone";
import type { ZoneChoice } from "@/components/time/zone";
import { Toasts } from "@/components/toasts/toasts";
import { ConfirmProvider } from "@/components/ui/confirm";

giveStyleNonce();

type ProvidersProps = { serverNow: number; zone: ZoneChoice; children: ReactNode };

export function Providers({ serverNow, zone, children }: ProvidersProps) {
  return (
    <NuqsAdapter>
      <QueryProvider>
        <ClockProvider serverNow={serverNow}>
          <ZoneProvider first={zone}>
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
