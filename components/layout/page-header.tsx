import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

type PageHeaderProps = {
  title: ReactNode;
  /** Below another heading of the page. */
  isPart?: boolean;
  /** A sentence below, or the state of the resource. */
  note?: ReactNode;
  back?: { href: string; name: string };
  /** How fresh the page is, beside its title. */
  freshness?: ReactNode;
  children?: ReactNode;
};

export function PageHeader({ title, isPart = false, note, back, freshness, children }: PageHeaderProps) {
  const Heading = isPart ? "h2" : "h1";
  return (
    <div className={cn("px-4 pb-4 md:px-6", !isPart && "pt-5")}>
      {back && (
        <Link
          href={back.href}
          className="mb-2 -ml-1 inline-flex items-center gap-0.5 rounded text-ink-muted text-sm hover:text-ink pointer-coarse:h-8"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {back.name}
        </Link>
      )}
      <div className={cn("flex flex-wrap items-center gap-x-3 gap-y-2", !back && "min-h-8 pointer-coarse:min-h-10")}>
        <Heading className={cn("min-w-0 truncate font-medium", isPart ? "text-base" : "text-lg")}>{title}</Heading>
        {freshness}
        {children && <div className="ml-auto flex flex-wrap gap-2">{children}</div>}
      </div>
      {note && <div className="mt-1 max-w-prose text-ink-muted text-sm">{note}</div>}
    </div>
  );
}
