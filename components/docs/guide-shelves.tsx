import type { ComponentProps } from "react";
import type { GuideName } from "@/components/docs/guide-document";
import { Link } from "@/components/ui/link";

type GuideShelvesProps = {
  guides: GuideName[];
  isSearched: boolean;
  pathname: string;
  toLink(place: { path: string; isCurrent: boolean }): ComponentProps<typeof Link>;
};

/** The guides, each shelf closed unless the page is on it or something in it was searched for. */
export function GuideShelves({ guides, isSearched, pathname, toLink }: GuideShelvesProps) {
  const shelves = [...new Set(guides.map(({ shelf }) => shelf))];
  return shelves.map((shelf, at) => {
    const places = guides
      .filter((one) => one.shelf === shelf)
      .map(({ slug, title }) => ({ title, path: `/docs/guides/${slug}` }));
    const isHere = places.some(({ path }) => path === pathname) || (at === 0 && pathname === "/docs/guides");
    return (
      <details key={shelf} open={isSearched || isHere}>
        <summary className="w-fit cursor-pointer rounded px-2 pb-1 font-medium text-sm">{shelf}</summary>
        <ul className="space-y-px">
          {places.map(({ title, path }) => (
            <li key={path}>
              <Link
                {...toLink({ path, isCurrent: pathname === path })}
                prefetch={false}
                aria-current={pathname === path ? "page" : undefined}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    );
  });
}
