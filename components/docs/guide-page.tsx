import type { GuideDocument } from "@/components/docs/guide-document";
import { PageHeader } from "@/components/layout/page-header";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

/** How the HTML of a document looks: it comes without classes. */
const STYLES = cn(
  "max-w-4xl space-y-3 px-4 md:px-6 [&>:is(p,ul,ol)]:max-w-prose",
  "[&_h2]:scroll-mt-16 [&_h2]:pt-5 [&_h2]:font-medium [&_h3]:scroll-mt-16 [&_h3]:pt-3 [&_h3]:font-medium [&_h3]:text-sm",
  "[&_strong]:font-medium [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2",
  "[&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:space-y-1 [&_:is(ul,ol)]:pl-5 [&_li]:marker:text-ink-muted",
  "[&_code]:break-words [&_code]:rounded-sm [&_code]:bg-discarded-soft [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm",
  "[&_pre]:overflow-x-auto [&_pre]:rounded [&_pre]:border [&_pre]:bg-sunken [&_pre]:p-3 [&_pre]:leading-5",
  "[&_pre_code]:bg-transparent [&_pre_code]:p-0",
  "[&_section]:overflow-x-auto [&_table]:w-full [&_table]:min-w-140 [&_table]:text-sm",
  "[&_th]:border-b [&_th]:py-1.5 [&_th]:pr-4 [&_th]:text-left [&_th]:font-medium [&_th]:text-ink-muted",
  "[&_td]:border-b [&_td]:py-1.5 [&_td]:pr-4 [&_td]:align-top",
);

type GuidePageProps = { guide: GuideDocument; next: GuideDocument | undefined };

/** A document of docs/, as scripts/guides made it. */
export function GuidePage({ guide: { title, html }, next }: GuidePageProps) {
  return (
    <article className="pb-16">
      <PageHeader title={title} back={{ href: "/docs/guides", name: "All guides" }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is our own, built in; nobody's text is in it. */}
      <div className={STYLES} dangerouslySetInnerHTML={{ __html: html }} />
      {next && (
        <p className="mt-8 border-t px-4 pt-4 text-sm md:px-6">
          Next:{" "}
          <Link
            href={`/docs/guides/${next.slug}`}
            prefetch={false}
            className="text-accent underline underline-offset-2"
          >
            {next.title}
          </Link>
        </p>
      )}
    </article>
  );
}
