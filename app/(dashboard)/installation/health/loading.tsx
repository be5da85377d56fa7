import { HealthSkeleton } from "@/components/installation/health-skeleton";

export default function HealthLoading() {
  return <HealthSkeleton />;
}
