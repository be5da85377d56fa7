import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

type PageHeaderProps = {
  title: ReactNode;
  /** A sentence below, or the state of the thing. */
  note?: ReactNode;
  back?: { href: string; name: string };
  children?: ReactNode;
};

export function PageHeader({ title, note, back, children }: PageHeaderProps) {
  return (
    <div className="px-4 pt-5 pb-4 md:px-6">
      {back && (
        <Link
          href={back.href}
          className="mb-2 -ml-1 inline-flex items-center gap-0.5 rounded text-ink-muted text-sm hover:text-ink pointer-coarse:h-8"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {back.name}
        </Link>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 truncate font-medium text-lg">{title}</h1>
        {children && <div className="ml-auto flex flex-wrap gap-2">{children}</div>}
      </div>
      {note && <div className="mt-1 max-w-prose text-ink-muted text-sm">{note}</div>}
    </div>
  );
}
