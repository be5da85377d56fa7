import type { GuideName } from "@/components/docs/guide-document";
import { PageHeader } from "@/components/layout/page-header";
import { Link } from "@/components/ui/link";

/** Every document by its shelf, with what it is about. */
export function GuideIndex({ guides }: { guides: readonly GuideName[] }) {
  const shelves = [...new Set(guides.map(({ shelf }) => shelf))];
  return (
    <div className="pb-16">
      <PageHeader title="Guides" note="How to receive, send and verify, and how to run Hookyard." />
      {shelves.map((shelf) => (
        <section key={shelf} aria-label={shelf} className="max-w-4xl px-4 pb-6 md:px-6">
          <h2 className="pb-1 font-medium">{shelf}</h2>
          <ul className="divide-y border-t">
            {guides
              .filter((one) => one.shelf === shelf)
              .map(({ slug, title, about }) => (
                <li key={slug} className="grid gap-x-6 py-2 text-sm sm:grid-cols-[14rem_minmax(0,1fr)]">
                  <Link
                    href={`/docs/guides/${slug}`}
                    prefetch={false}
                    className="text-accent underline-offset-2 hover:underline"
                  >
                    {title}
                  </Link>
                  <span>{about}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
