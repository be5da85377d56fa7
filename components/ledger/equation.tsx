import type { ReactNode } from "react";
import { TONE_TEXT } from "@/components/status/status-badge";
import type { StatusLook } from "@/components/status/status-words";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

export type Term = {
  word: string;
  count: number;
  look: StatusLook;
  /** Where what is counted is listed. */
  href?: string;
};

type EquationProps = {
  title: string;
  /** "Accepted", which the terms add up to. */
  sum: { word: string; count: number };
  terms: readonly Term[];
  /** Whether both sides agree, in words. */
  verdict?: ReactNode;
};

/** A sum and what it consists of, as an equation. On the phone each term has a line. */
export function Equation({ title, sum, terms, verdict }: EquationProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-medium text-base">{title}</h2>
        {verdict}
      </div>
      <dl className="flex overflow-hidden rounded border max-md:flex-col">
        <Amount word={sum.word} count={sum.count} />
        {terms.map((term, i) => (
          <Amount key={term.word} sign={i === 0 ? "=" : "+"} {...term} />
        ))}
      </dl>
    </section>
  );
}

type AmountProps = Partial<Pick<Term, "look" | "href">> & { word: string; count: number; sign?: "=" | "+" };

function Amount({ word, count, look, href, sign }: AmountProps) {
  const Icon = look?.icon;
  return (
    <div
      className={cn(
        "relative flex-1 px-5 py-2.5 max-md:flex max-md:justify-between",
        sign && "md:border-l max-md:border-t",
      )}
    >
      {sign && (
        <span
          aria-hidden
          className="absolute top-1/2 left-0 flex size-5 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full border bg-canvas text-ink-muted text-sm leading-none max-md:top-0 max-md:left-1/2"
        >
          {sign}
        </span>
      )}
      <dt className={cn("flex items-center gap-1.5 text-sm", look ? TONE_TEXT[look.tone] : "text-ink-muted")}>
        {Icon && <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />}
        {word}
      </dt>
      <dd className="font-medium text-lg">
        {href && count > 0 ? (
          <Link href={href} className="underline-offset-2 hover:underline">
            {count.toLocaleString("en")}
          </Link>
        ) : (
          count.toLocaleString("en")
        )}
      </dd>
    </div>
  );
}
