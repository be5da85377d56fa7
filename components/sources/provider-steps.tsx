"use client";

import { CopyButton } from "@/components/ui/copy-button";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { DOCUMENTED_RULES, type Provider, type SetupStep } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/providers.gen";

type ProviderStepsProps = {
  provider: ProviderName;
  url: string;
  /** What the provider calls a verify token. */
  verifyToken: string;
};

/** The steps of the setup at the provider, with the values to paste, and the provider's own pages. */
export function ProviderSteps({ provider, ...values }: ProviderStepsProps) {
  const { title, steps, docs } = providers[provider];
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">Set it up at {title}</summary>
      <ol className="mt-2 divide-y rounded border">
        {steps.map(({ what, copy }, at) => (
          <li key={what} className="flex gap-2.5 px-3 py-2">
            <span aria-hidden className="w-4 shrink-0 text-right text-ink-muted">
              {at + 1}
            </span>
            <div className="min-w-0 flex-1">
              <p>{what}</p>
              {copy && <Pasted value={pastedText(copy, values)} />}
            </div>
          </li>
        ))}
      </ol>
      <ProviderDocs title={title} docs={docs} />
    </details>
  );
}

const RULE_WORDS: Record<keyof Provider["docs"], string> = {
  signature: "signatures",
  challenge: "the challenge",
  eventType: "events",
  idempotencyKeys: "repetitions",
  setUp: "the setup",
};

function ProviderDocs({ title, docs }: Pick<Provider, "title" | "docs">) {
  return (
    <p className="mt-2 flex flex-wrap gap-x-2 text-ink-muted">
      {title} on
      {(["signature", ...DOCUMENTED_RULES] as const).map((rule) => {
        const href = docs[rule];
        return (
          href && (
            <a
              key={rule}
              href={href}
              target="_blank"
              rel="noreferrer"
              className="rounded text-accent underline-offset-2 hover:underline"
            >
              {RULE_WORDS[rule]}
            </a>
          )
        );
      })}
    </p>
  );
}

function pastedText(copy: NonNullable<SetupStep["copy"]>, values: Omit<ProviderStepsProps, "provider">): string {
  if (typeof copy === "object") return copy.text;
  return copy === "url" ? values.url : values.verifyToken;
}

function Pasted({ value }: { value: string }) {
  return (
    <p className="flex items-center gap-1">
      <code className="min-w-0 break-all font-mono">{value}</code>
      <CopyButton value={value} what={value} />
    </p>
  );
}
