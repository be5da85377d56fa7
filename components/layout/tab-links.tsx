import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

type TabLinksProps = {
  label: string;
  tabs: readonly { name: string; href: string; isCurrent: boolean }[];
};

/** Links side by side, the current one underlined. They are links, so that an address leads to each tab. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className="mb-5 flex gap-4 overflow-x-auto overflow-y-hidden border-b px-4 md:px-6">
      {tabs.map(({ name, href, isCurrent }) => (
        <Link
          key={href}
          href={href}
          aria-current={isCurrent ? "page" : undefined}
          className={cn(
            "flex h-9 shrink-0 items-center whitespace-nowrap border-transparent border-b-2 text-ink-muted text-sm hover:text-ink pointer-coarse:h-11",
            isCurrent && "border-ink font-medium text-ink",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
