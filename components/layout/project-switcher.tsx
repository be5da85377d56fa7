"use client";

import { ChevronsUpDown, LayoutGrid, Plus } from "lucide-react";
import { useGo } from "@/components/forms/unsaved-warning";
import { useMe } from "@/components/session/me";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "@/components/ui/menu";

export function ProjectSwitcher({ projectID }: { projectID: string }) {
  const me = useMe();
  const go = useGo();
  const isListed = (project: { uid: string; is_archived: boolean }) =>
    !project.is_archived || project.uid === projectID;
  const current = me?.projects.find(({ uid }) => uid === projectID);

  return (
    <Menu>
      <MenuTrigger
        aria-label={`Project ${current?.name ?? ""}, switch`}
        className="flex h-8 min-w-0 max-w-64 items-center gap-1.5 rounded px-2 text-sm hover:bg-hover pointer-coarse:h-10"
      >
        <span className="truncate font-medium">{current?.name ?? "Project"}</span>
        {current && <span className="text-ink-muted max-sm:hidden">{current.type}</span>}
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
      </MenuTrigger>
      <MenuContent align="start" className="max-h-[min(70vh,var(--room))] w-64">
        <MenuLabel>Projects</MenuLabel>
        {me?.projects.filter(isListed).map((project) => (
          <MenuItem key={project.uid} onSelect={() => go(`/projects/${project.uid}`)}>
            <span className="truncate">{project.name}</span>
            <span className="ml-auto text-ink-muted">{project.uid === projectID ? "current" : project.type}</span>
          </MenuItem>
        ))}
        <MissingProjects />
        <MenuSeparator />
        <MenuItem onSelect={() => go("/projects")}>
          <LayoutGrid aria-hidden />
          All projects
        </MenuItem>
        {me?.is_owner && (
          <MenuItem onSelect={() => go("/projects/new")}>
            <Plus aria-hidden />
            Create project
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  );
}

function MissingProjects() {
  if (!useMe()?.is_partial) return null;
  return (
    <p className="px-2 py-1.5 text-ink-muted text-sm">Some are missing: a server of the database does not answer.</p>
  );
}
