"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/class-names";

type TabsNavProps = {
  label: string;
  /** The address that the tabs' paths are below; a path of "" is the address itself. */
  home: string;
  tabs: readonly { name: string; path: string }[];
};

/** The pages of one part of the dashboard, side by side. */
export function TabsNav({ label, home, tabs }: TabsNavProps) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="mb-5 flex gap-4 border-b px-4 md:px-6">
      {tabs.map(({ name, path }) => {
        const isCurrent = path === "" ? pathname === home : pathname.startsWith(home + path);
        return (
          <Link
            key={path}
            href={home + path}
            aria-current={isCurrent ? "page" : undefined}
            className={cn(
              "-mb-px flex h-9 items-center border-transparent border-b-2 text-ink-muted text-sm hover:text-ink pointer-coarse:h-11",
              isCurrent && "border-ink font-medium text-ink",
            )}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}
