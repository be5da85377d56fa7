"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useState } from "react";
import { useGo } from "@/components/forms/unsaved-warning";
import { Mark } from "@/components/layout/mark";
import { ShortcutsDialog } from "@/components/layout/shortcuts-dialog";
import { SectionLinks, SideNavigation } from "@/components/layout/side-navigation";
import { keepCookie, NAVIGATION_COOKIE, type Theme } from "@/components/layout/theme";
import { TopBar } from "@/components/layout/top-bar";
import { useSections } from "@/components/layout/use-sections";
import { useShortcuts } from "@/components/layout/use-shortcuts";
import { useEarlyKeys } from "@/components/palette/use-early-keys";
import { Dialog, DrawerContent } from "@/components/ui/dialog";

const loadPalette = () => import("@/components/palette/command-palette").then((module) => module.CommandPalette);
const CommandPalette = dynamic(loadPalette, { ssr: false });

/** After this the page is at rest, and the palette is fetched so that it opens at once. */
const AT_REST_MS = 1_500;

type ProjectFrameProps = { projectID: string; theme: Theme; narrow: boolean; children: ReactNode };

/** The frame of every page of a project: navigation, top bar, palette and shortcuts. */
export function ProjectFrame({ projectID, theme, narrow, children }: ProjectFrameProps) {
  const go = useGo();
  const sections = useSections(projectID);
  const [icons, setIcons] = useState(narrow);
  const [overlay, setOverlay] = useState<"palette" | "keys" | "navigation" | null>(null);
  const [isPaletteWanted, setPaletteWanted] = useState(false);
  const takeEarlyKeys = useEarlyKeys(overlay === "palette");
  const close = (open: boolean) => !open && setOverlay(null);

  const openPalette = () => {
    setPaletteWanted(true);
    setOverlay("palette");
  };

  useEffect(() => {
    // A palette that could not be fetched ahead is fetched again when it is opened, which tells why it cannot be.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), AT_REST_MS);
    return () => clearTimeout(timer);
  }, []);

  useShortcuts({
    "mod+k": openPalette,
    "?": () => setOverlay("keys"),
    ...Object.fromEntries(sections.map(({ key, path }) => [`g ${key}`, () => go(`/projects/${projectID}${path}`)])),
  });

  const toggle = () => {
    keepCookie(NAVIGATION_COOKIE, icons ? "wide" : "icons");
    setIcons(!icons);
  };

  return (
    <div className="flex min-h-dvh">
      <a
        href="#page"
        className="sr-only z-50 rounded bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <SideNavigation projectID={projectID} icons={icons} onToggle={toggle} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          projectID={projectID}
          theme={theme}
          onOpenNavigation={() => setOverlay("navigation")}
          onOpenPalette={openPalette}
          onShowKeys={() => setOverlay("keys")}
        />
        <main id="page" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
      {isPaletteWanted && (
        <CommandPalette
          projectID={projectID}
          open={overlay === "palette"}
          onOpenChange={(open) => setOverlay(open ? "palette" : null)}
          takeEarlyKeys={takeEarlyKeys}
        />
      )}
      <ShortcutsDialog sections={sections} open={overlay === "keys"} onOpenChange={close} />
      <Dialog open={overlay === "navigation"} onOpenChange={close}>
        <DrawerContent title="Navigation">
          <div className="flex h-12 items-center gap-2.5 px-4 font-medium">
            <Mark />
            Hookyard
          </div>
          <SectionLinks projectID={projectID} inDrawer onGo={() => setOverlay(null)} />
        </DrawerContent>
      </Dialog>
    </div>
  );
}
