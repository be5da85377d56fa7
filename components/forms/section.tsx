import type { ReactNode } from "react";

type SectionProps = {
  title: string;
  why?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  /** Names the part in an address: `/settings#retention`. */
  id?: string;
};

/** A part of a form: its title, a sentence of why, its fields in one column. */
export function Section({ title, why, children, action, id }: SectionProps) {
  return (
    <section id={id} className="scroll-mt-14 border-t py-6 first-of-type:border-t-0 first-of-type:pt-0">
      <div className="mb-4 flex items-start justify-between gap-3">
        <div>
          <h2 className="font-medium text-base">{title}</h2>
          {why && <p className="mt-0.5 text-ink-muted text-sm">{why}</p>}
        </div>
        {action}
      </div>
      <div className="space-y-4">{children}</div>
    </section>
  );
}
