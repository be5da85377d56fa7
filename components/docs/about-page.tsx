import { Prose } from "@/components/docs/prose";
import type { OpenApi, Operation } from "@/components/docs/reference";
import { PageHeader } from "@/components/layout/page-header";
import { Link } from "@/components/ui/link";

/** What applies to every operation, and the list of operations. */
export function AboutPage({ document, operations }: { document: OpenApi; operations: Operation[] }) {
  const tags = document.tags.filter(({ name }) => operations.some(({ tag }) => tag === name));
  return (
    <div className="pb-16">
      <PageHeader title="About this API" />
      <Prose text={document.info.description} className="px-4 text-sm md:px-6" />
      <p className="mt-3 px-4 text-sm md:px-6">
        How to receive, send and verify, and how to run Hookyard, is in the{" "}
        <Link href="/docs/guides" className="text-accent underline underline-offset-2">
          guides
        </Link>
        .
      </p>
      <ul className="mt-8 max-w-4xl divide-y border-t px-4 md:px-6">
        {tags.map(({ name, description }) => (
          <li key={name} className="grid gap-x-6 py-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
            <Link
              href={`/docs/${operations.find(({ tag }) => tag === name)?.id}`}
              className="text-accent underline-offset-2 hover:underline"
            >
              {name}
            </Link>
            <span>{description}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
