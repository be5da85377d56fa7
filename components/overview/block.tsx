import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

type BlockProps = { title: string; all: { href: string; name: string }; children: ReactNode };

export function Block({ title, all, children }: BlockProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between">
        <h2 className="font-medium text-base">{title}</h2>
        <Link href={all.href} className="text-ink-muted text-sm underline-offset-2 hover:text-ink hover:underline">
          {all.name}
        </Link>
      </div>
      {children}
    </section>
  );
}
