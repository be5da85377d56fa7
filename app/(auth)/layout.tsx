import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Mark } from "@/components/layout/mark";

/** No installation is to be found by a search. All that a crawler can reach is here: it is led from elsewhere to the sign-in. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[22rem] flex-col px-4 pt-[16vh] pb-16">
      <div className="mb-8 flex items-center gap-2.5 font-medium text-base">
        <Mark className="size-7" />
        Hookyard
      </div>
      {children}
    </main>
  );
}
