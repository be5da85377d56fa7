import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function DevicesLoading() {
  return <ListSkeleton title="Devices" />;
}
