"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileUp, LibraryBig, Plus, Tags } from "lucide-react";
import { EmptyState } from "@/components/data/empty-state";
import { columnHelper } from "@/components/data-table/features";
import { FilterChip } from "@/components/data-table/filter-chip";
import { ListView } from "@/components/data-table/list-view";
import { NameFilter } from "@/components/data-table/name-filter";
import { Note } from "@/components/data-table/note";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { EVENT_TYPE_LOOK } from "@/components/event-types/event-type-look";
import { eventTypeListRead } from "@/components/event-types/queries";
import { REPEATED, ReferenceChips } from "@/components/references/reference-chips";
import { useMay } from "@/components/session/me";
import { StatusMark } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { eventTypeListReader } from "@/lib/nouns/event-types/list-reader";
import type { EventType } from "@/lib/nouns/event-types/schemas";

const helper = columnHelper<EventType>();

const COLUMNS = helper.columns([
  helper.accessor("is_deprecated", {
    header: "State",
    meta: { width: "w-36", card: "status" },
    cell: ({ getValue }) => <StatusMark look={getValue() ? EVENT_TYPE_LOOK.deprecated : EVENT_TYPE_LOOK.current} />,
  }),
  helper.accessor("name", {
    header: "Name",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <RowLink href={`/projects/${original.project_id}/event-types/${original.uid}`} className="font-mono">
        {original.name}
      </RowLink>
    ),
  }),
  helper.accessor("description", {
    header: "Description",
    meta: { card: "detail" },
    cell: ({ getValue }) => <Note text={getValue()} />,
  }),
  helper.accessor("category", {
    header: "Category",
    meta: { width: "w-36", from: "lg" },
    cell: ({ row: { original } }) =>
      original.category && (
        <Link
          href={`/projects/${original.project_id}/event-types?category=${encodeURIComponent(original.category)}`}
          className="underline-offset-2 hover:underline"
        >
          {original.category}
        </Link>
      ),
  }),
  helper.accessor((type) => type.json_schema !== null, {
    id: "schema",
    header: "Payload",
    meta: { width: "w-32", from: "lg" },
    cell: ({ getValue }) => (getValue() ? "By its schema" : <span className="text-ink-muted">Anything</span>),
  }),
  helper.accessor("is_public", {
    header: "Catalogue",
    meta: { width: "w-28", from: "lg" },
    cell: ({ getValue }) => (getValue() ? "Shown" : <span className="text-ink-muted">Not shown</span>),
  }),
  helper.accessor("updated_at", {
    header: "Changed",
    meta: { width: "w-28", align: "right", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
]);

export function EventTypeList({ projectID }: { projectID: string }) {
  const list = useListQuery(eventTypeListReader, REPEATED);
  const result = useQuery({ ...eventTypeListRead(projectID, list.sent), placeholderData: keepPreviousData });
  const { q = "", category, is_deprecated = "", is_public = "" } = list.values;
  return (
    <ListView
      title="Event types"
      noun="event types"
      note="The kinds of events that your receivers may count on, and what each payload looks like."
      list={list}
      result={result}
      action={
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link href={`/projects/${projectID}/settings/catalogue`}>
              <LibraryBig aria-hidden />
              Catalogue
            </Link>
          </Button>
          <MakeEventTypes projectID={projectID} />
        </div>
      }
      filters={
        <div className="flex flex-wrap items-start gap-2 px-4 pb-3 md:px-6">
          <NameFilter
            label="Name or description"
            value={q}
            onChange={(typed) => list.setFilters({ q: typed }, "replace")}
          />
          <Select
            aria-label="State"
            value={is_deprecated}
            onChange={(event) => list.setFilters({ is_deprecated: event.target.value })}
            className="w-44 max-md:w-full"
          >
            <option value="">Any state</option>
            <option value="false">Current</option>
            <option value="true">Deprecated</option>
          </Select>
          <Select
            aria-label="Catalogue"
            value={is_public}
            onChange={(event) => list.setFilters({ is_public: event.target.value })}
            className="w-52 max-md:w-full"
          >
            <option value="">In the catalogue or not</option>
            <option value="true">Shown in the catalogue</option>
            <option value="false">Not shown</option>
          </Select>
          {category && (
            <FilterChip name="Category" value={category} onRemove={() => list.setFilters({ category: null })} />
          )}
          <ReferenceChips values={list.values} onChange={list.setFilters} />
        </div>
      }
      table={{ columns: COLUMNS, rowID: ({ uid }) => uid, rowName: ({ name }) => name }}
      empty={
        <EmptyState icon={Tags} title="No event type yet" action={<MakeEventTypes projectID={projectID} />}>
          <p>
            Events of any type are taken as they are. Define a type with a JSON Schema, and events whose payload does
            not match it are refused before anybody gets them.
          </p>
        </EmptyState>
      }
    />
  );
}

function MakeEventTypes({ projectID }: { projectID: string }) {
  if (!useMay(projectID, "administer")) return null;
  const home = `/projects/${projectID}/event-types`;
  return (
    <div className="flex flex-wrap gap-2">
      <Button asChild>
        <Link href={`${home}/import`}>
          <FileUp aria-hidden />
          Import from OpenAPI
        </Link>
      </Button>
      <Button asChild variant="primary">
        <Link href={`${home}/new`}>
          <Plus aria-hidden />
          Create event type
        </Link>
      </Button>
    </div>
  );
}
