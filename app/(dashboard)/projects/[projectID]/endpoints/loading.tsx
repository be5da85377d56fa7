import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function EndpointsLoading() {
  return <ListSkeleton title="Endpoints" />;
}
