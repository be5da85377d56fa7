"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/class-names";

const TABS = [
  { name: "Project", path: "" },
  { name: "Members", path: "/members" },
  { name: "API keys", path: "/api-keys" },
  { name: "Audit log", path: "/audit-log" },
];

export function SettingsTabs({ projectID }: { projectID: string }) {
  const pathname = usePathname();
  const home = `/projects/${projectID}/settings`;
  return (
    <nav aria-label="Settings" className="mb-5 flex gap-4 border-b px-4 md:px-6">
      {TABS.map(({ name, path }) => {
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
