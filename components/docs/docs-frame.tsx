"use client";

import { Menu } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { DocsKeyProvider } from "@/components/docs/docs-key";
import type { GuideName } from "@/components/docs/guide-document";
import { OperationList } from "@/components/docs/operation-list";
import type { OperationName } from "@/components/docs/reference";
import { Mark } from "@/components/layout/mark";
import { Button } from "@/components/ui/button";
import { Dialog, DrawerContent } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";

type DocsFrameProps = {
  guides: GuideName[];
  operations: OperationName[];
  isSignedIn: boolean;
  children: ReactNode;
};

/** The frame of the documentation: guides and operations at the left, in a drawer on the phone. */
export function DocsFrame({ guides, operations, isSignedIn, children }: DocsFrameProps) {
  const [isOpen, setOpen] = useState(false);
  const project = useSearchParams().get("project");
  const dashboard = project ? `/projects/${encodeURIComponent(project)}` : "/projects";
  return (
    <DocsKeyProvider>
      <div className="flex min-h-dvh flex-col">
        <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b bg-canvas px-2 md:px-4">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Open the list of pages"
            onClick={() => setOpen(true)}
            className="md:hidden"
          >
            <Menu aria-hidden />
          </Button>
          <Mark className="max-sm:hidden" />
          <span className="truncate font-medium text-base">
            <span className="max-sm:hidden">Hookyard </span>documentation
          </span>
          <span className="ml-auto flex gap-2">
            <Button asChild variant="ghost" className="max-md:hidden">
              <a href="/v1/openapi.json">openapi.json</a>
            </Button>
            <Button asChild>
              <Link href={isSignedIn ? dashboard : "/sign-in?next=/docs"}>{isSignedIn ? "Dashboard" : "Sign in"}</Link>
            </Button>
          </span>
        </header>
        <div className="flex min-w-0 flex-1">
          <aside className="sticky top-12 flex h-[calc(100dvh-3rem)] w-72 shrink-0 flex-col border-r bg-sunken max-md:hidden">
            <OperationList guides={guides} operations={operations} />
          </aside>
          <main className="min-w-0 flex-1">{children}</main>
        </div>
        <Dialog open={isOpen} onOpenChange={setOpen}>
          <DrawerContent title="Pages">
            <OperationList guides={guides} operations={operations} onGo={() => setOpen(false)} />
          </DrawerContent>
        </Dialog>
      </div>
    </DocsKeyProvider>
  );
}
