"use client";

import { BookOpen, PanelLeft } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { AlertCount } from "@/components/alerts/alert-count";
import { IncidentCount } from "@/components/incidents/incident-count";
import { Mark } from "@/components/layout/mark";
import type { Section } from "@/components/layout/sections";
import { useSections } from "@/components/layout/use-sections";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { Tooltip } from "@/components/ui/tooltip";

/** If only the icons are shown, the count is at the corner of its own. */
const COUNT_ON_ICON = "max-lg:absolute max-lg:top-0 max-lg:right-0 max-lg:px-1 max-lg:leading-4";
const COUNT_ON_NARROW = "absolute top-0 right-0 px-1 leading-4";

/** Listed besides the project's sections, outside of any group. */
const REFERENCE = { name: "API reference", path: "/docs", icon: BookOpen };
const GROUPS = ["watch", "build", "keep"] as const;

type SideNavigationProps = { projectID: string; icons: boolean; onToggle: () => void };

/** 220 px, or as wide as its icons: by choice on wide screens, always below 1024 px. Absent on the phone. */
export function SideNavigation({ projectID, icons, onToggle }: SideNavigationProps) {
  return (
    <aside
      className={cn(
        "sticky top-0 z-30 flex h-dvh w-[220px] shrink-0 flex-col border-r bg-sunken max-lg:w-[53px] max-md:hidden",
        icons && "w-[53px]",
      )}
    >
      <Link
        href="/projects"
        aria-label="All projects"
        className="flex h-12 items-center gap-2.5 px-3.5 font-medium text-base"
      >
        <Mark />
        <span className={cn("max-lg:hidden", icons && "hidden")}>Hookyard</span>
      </Link>
      <SectionLinks projectID={projectID} icons={icons} />
      <div className="mt-auto p-2 max-lg:hidden">
        <Tooltip content={icons ? "Widen the navigation" : "Narrow the navigation"} side="right">
          <Button
            variant="ghost"
            size="icon"
            aria-label={icons ? "Widen the navigation" : "Narrow the navigation"}
            onClick={onToggle}
          >
            <PanelLeft aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </aside>
  );
}

type SectionLinksProps = { projectID: string; icons?: boolean; inDrawer?: boolean; onGo?: () => void };

export function SectionLinks({ projectID, icons = false, inDrawer = false, onGo }: SectionLinksProps) {
  const pathname = usePathname();
  const sections = useSections(projectID);
  const home = `/projects/${projectID}`;
  const countClass = inDrawer ? "" : cn(COUNT_ON_ICON, icons && COUNT_ON_NARROW);
  const labelClass = inDrawer ? "" : cn("max-lg:sr-only", icons && "sr-only");

  return (
    <nav aria-label="Project" className="space-y-4 px-2 py-2">
      {GROUPS.map((group) => (
        <ul key={group} className="space-y-px">
          {sections
            .filter((section) => section.group === group)
            .map((section) => (
              <li key={section.path}>
                <SectionLink
                  section={section}
                  href={home + section.path}
                  current={section.path === "" ? pathname === home : pathname.startsWith(home + section.path)}
                  labelClass={labelClass}
                  mark={<SectionCount path={section.path} projectID={projectID} className={countClass} />}
                  {...(onGo && { onGo })}
                />
              </li>
            ))}
          {group === "keep" && (
            <li>
              <SectionLink
                section={REFERENCE}
                href={`${REFERENCE.path}?project=${projectID}`}
                current={false}
                labelClass={labelClass}
                {...(onGo && { onGo })}
              />
            </li>
          )}
        </ul>
      ))}
    </nav>
  );
}

type SectionLinkProps = {
  section: Pick<Section, "name" | "icon">;
  href: string;
  current: boolean;
  labelClass: string;
  mark?: ReactNode;
  onGo?: () => void;
};

function SectionLink({ section, href, current, labelClass, mark, onGo }: SectionLinkProps) {
  const Icon = section.icon;
  return (
    <Link
      href={href}
      title={section.name}
      aria-current={current ? "page" : undefined}
      onClick={onGo}
      className={cn(
        "relative flex h-8 items-center gap-2.5 rounded px-2.5 text-ink-muted text-sm hover:bg-hover hover:text-ink pointer-coarse:h-11",
        current &&
          "bg-discarded-soft font-medium text-ink before:absolute before:inset-y-2 before:-left-2 before:w-0.5 before:bg-accent hover:bg-discarded-soft",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span className={labelClass}>{section.name}</span>
      {mark}
    </Link>
  );
}

type SectionCountProps = { path: string; projectID: string; className: string };

/** What in a section waits for somebody. */
function SectionCount({ path, ...props }: SectionCountProps) {
  if (path === "/alerts") return <AlertCount {...props} />;
  return path === "/incidents" ? <IncidentCount {...props} /> : null;
}
