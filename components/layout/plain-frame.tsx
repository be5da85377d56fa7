import type { ReactNode } from "react";
import { HealthDot } from "@/components/layout/health-dot";
import { Mark } from "@/components/layout/mark";
import type { Theme } from "@/components/layout/theme";
import { UserMenu } from "@/components/layout/user-menu";
import { Link } from "@/components/ui/link";

/** The frame of pages outside projects. */
export function PlainFrame({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <header className="sticky top-0 z-20 flex h-12 items-center gap-1 border-b bg-canvas px-4">
        <Link href="/projects" className="flex items-center gap-2.5 font-medium text-base">
          <Mark />
          Hookyard
        </Link>
        <span className="ml-auto" />
        <HealthDot />
        <UserMenu theme={theme} />
      </header>
      <main className="mx-auto max-w-5xl">{children}</main>
    </div>
  );
}
