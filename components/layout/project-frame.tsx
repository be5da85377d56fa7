"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { useGo } from "@/components/forms/unsaved-warning";
import { useLate } from "@/components/late/use-late";
import { useAhead } from "@/components/late/use-touched";
import { SideNavigation } from "@/components/layout/side-navigation";
import { keepCookie, NAVIGATION_COOKIE, type Theme } from "@/components/layout/theme";
import { TopBar } from "@/components/layout/top-bar";
import { useSections } from "@/components/layout/use-sections";
import { useShortcuts } from "@/components/layout/use-shortcuts";
import { useEarlyKeys } from "@/components/palette/use-early-keys";

const loadPalette = () => import("@/components/palette/command-palette").then((module) => module.CommandPalette);
const CommandPalette = dynamic(loadPalette, { ssr: false });

const loadDialogs = () => import("@/components/layout/frame-dialogs");
const loadGuide = () => import("@/components/guide/guide");

type ProjectFrameProps = { projectID: string; theme: Theme; narrow: boolean; children: ReactNode };

/** The frame of every page of a project: navigation, top bar, palette and shortcuts. */
export function ProjectFrame({ projectID, theme, narrow, children }: ProjectFrameProps) {
  const go = useGo();
  const sections = useSections(projectID);
  const [icons, setIcons] = useState(narrow);
  const [overlay, setOverlay] = useState<"palette" | "keys" | "navigation" | null>(null);
  const [isPaletteWanted, setPaletteWanted] = useState(false);
  const takeEarlyKeys = useEarlyKeys(overlay === "palette");
  const dialog = overlay === "palette" ? null : overlay;
  const late = useLate(loadDialogs, dialog !== null);
  const guide = useLate(loadGuide);
  useAhead(loadPalette);

  const openPalette = () => {
    setPaletteWanted(true);
    setOverlay("palette");
  };

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
        {guide && <guide.Guide key={projectID} projectID={projectID} />}
      </div>
      {isPaletteWanted && (
        <CommandPalette
          projectID={projectID}
          open={overlay === "palette"}
          onOpenChange={(open) => setOverlay(open ? "palette" : null)}
          takeEarlyKeys={takeEarlyKeys}
        />
      )}
      {late && (
        <late.FrameDialogs projectID={projectID} sections={sections} open={dialog} onClose={() => setOverlay(null)} />
      )}
    </div>
  );
}
