"use client";

import { PROVIDER_SETUP, URL_VALUE } from "@/components/sources/provider-setup";
import { PROVIDER_WORDS } from "@/components/sources/provider-words";
import { CopyButton } from "@/components/ui/copy-button";
import type { ProviderName } from "@/lib/kernel/vocabulary";

/** The steps of the setup at the provider, with the values to paste. */
export function ProviderSteps({ provider, url }: { provider: ProviderName; url: string }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">
        Set it up at {PROVIDER_WORDS[provider].name}
      </summary>
      <ol className="mt-2 divide-y rounded border">
        {PROVIDER_SETUP[provider].steps.map(({ what, value }, at) => (
          <li key={what} className="flex gap-2.5 px-3 py-2">
            <span aria-hidden className="w-4 shrink-0 text-right text-ink-muted">
              {at + 1}
            </span>
            <div className="min-w-0 flex-1">
              <p>{what}</p>
              {value && <Pasted value={value === URL_VALUE ? url : value} />}
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Pasted({ value }: { value: string }) {
  return (
    <p className="flex items-center gap-1">
      <code className="min-w-0 break-all font-mono">{value}</code>
      <CopyButton value={value} what={value} />
    </p>
  );
}
