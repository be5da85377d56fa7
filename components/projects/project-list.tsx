"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Boxes, Plus } from "lucide-react";
import { EmptyState } from "@/components/data/empty-state";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { ShortID } from "@/components/ids/short-id";
import { TabLinks } from "@/components/layout/tab-links";
import { shownProjectsRead } from "@/components/projects/queries";
import { REPEATED } from "@/components/references/reference-chips";
import { useMe } from "@/components/session/me";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { projectListReader } from "@/lib/nouns/projects/list-reader";
import type { Project } from "@/lib/nouns/projects/schemas";

const helper = columnHelper<Project>();

const COLUMNS = helper.columns([
  helper.accessor("name", {
    header: "Name",
    meta: { card: "title" },
    cell: ({ row }) => <RowLink href={`/projects/${row.original.uid}`}>{row.original.name}</RowLink>,
  }),
  helper.accessor("type", { header: "Type", meta: { card: "status", width: "w-40" } }),
  helper.accessor("uid", {
    header: "Project id",
    meta: { card: "detail", width: "w-56" },
    cell: ({ getValue }) => <ShortID id={getValue()} what="project id" />,
  }),
  helper.accessor("created_at", {
    header: "Created",
    meta: { card: "time", width: "w-36", align: "right" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
]);

export function ProjectList() {
  const query = useListQuery(projectListReader, REPEATED);
  const isArchive = query.values.state === "archived";
  const me = useMe();
  const hasArchive = me?.projects.some((project) => project.is_archived) === true || isArchive;
  // Where there are two lists, an empty one is no beginning.
  const list = { ...query, isFiltered: query.isFiltered || hasArchive };
  const result = useQuery({ ...shownProjectsRead(list.sent), placeholderData: keepPreviousData });
  return (
    <ListView
      title="Projects"
      noun="projects"
      list={list}
      result={result}
      note={me?.is_partial && "A server of the database does not answer: its projects are missing here until it does."}
      action={<CreateProjectLink />}
      filters={hasArchive && <TabLinks label="Which projects" tabs={toTabs(isArchive)} />}
      table={{ columns: COLUMNS, rowID: (project) => project.uid }}
      empty={
        <EmptyState icon={Boxes} title="No project yet" action={<CreateProjectLink />}>
          <p>
            A project holds everything that belongs together: where events come from, where they go, and their history.
            Make one for each application or environment.
          </p>
        </EmptyState>
      }
    />
  );
}

const toTabs = (isArchive: boolean) => [
  { name: "In use", href: "/projects", isCurrent: !isArchive },
  { name: "Archived", href: "/projects?state=archived", isCurrent: isArchive },
];

function CreateProjectLink() {
  const me = useMe();
  if (!me?.is_owner) return null;
  return (
    <Button asChild variant="primary">
      <Link href="/projects/new">
        <Plus aria-hidden />
        Create project
      </Link>
    </Button>
  );
}
