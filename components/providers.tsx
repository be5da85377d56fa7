"use client";

import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { Toaster } from "sonner";
import { QueryProvider } from "@/components/data/query-provider";
import { giveStyleNonce } from "@/components/layout/style-nonce";
import { SignInAgain } from "@/components/session/sign-in-again";
import { ClockProvider } from "@/components/time/clock";
import { ZoneProvider } from "@/components/time/use-zone";
import type { ZoneChoice } from "@/components/time/zone";
import { ConfirmProvider } from "@/components/ui/confirm";
import { TooltipProvider } from "@/components/ui/tooltip";

giveStyleNonce();

/** No message lies on the bar of unsaved changes, whose buttons it would cover for as long as the pointer is there. */
const ABOVE_BARS = { bottom: 80 };

type ProvidersProps = { serverNow: number; zone: ZoneChoice; children: ReactNode };

export function Providers({ serverNow, zone, children }: ProvidersProps) {
  return (
    <NuqsAdapter>
      <QueryProvider>
        <ClockProvider serverNow={serverNow}>
          <ZoneProvider first={zone}>
            <TooltipProvider>
              <ConfirmProvider>{children}</ConfirmProvider>
              <SignInAgain />
              <Toaster
                position="bottom-right"
                offset={ABOVE_BARS}
                mobileOffset={ABOVE_BARS}
                toastOptions={{
                  unstyled: true,
                  classNames: {
                    toast:
                      "flex w-full items-start gap-2.5 rounded-lg border bg-raised px-3 py-2.5 font-sans text-ink text-sm shadow-popover",
                    description: "text-ink-muted",
                    error: "[&_[data-icon]]:text-failure",
                    success: "[&_[data-icon]]:text-success",
                  },
                }}
              />
            </TooltipProvider>
          </ZoneProvider>
        </ClockProvider>
      </QueryProvider>
    </NuqsAdapter>
  );
}
