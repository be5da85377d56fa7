import type { Method } from "@/components/docs/reference";
import { cn } from "@/components/ui/class-names";

const COLOURS: Record<Method, string> = {
  get: "text-scheduled",
  post: "text-success",
  put: "text-retry",
  patch: "text-retry",
  delete: "text-failure",
};

export function MethodWord({ method, className }: { method: Method; className?: string }) {
  return <span className={cn("font-medium font-mono text-sm uppercase", COLOURS[method], className)}>{method}</span>;
}
