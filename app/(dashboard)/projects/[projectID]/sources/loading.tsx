import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function SourcesLoading() {
  return <ListSkeleton title="Sources" />;
}
