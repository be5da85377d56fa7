import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DOCUMENTS } from "@/app/docs/guides/documents.gen";
import { readReference } from "@/app/docs/read-reference";
import { WithProviders } from "@/app/with-providers";
import { DocsFrame } from "@/components/docs/docs-frame";
import { findVisitor } from "@/lib/next/visitor";

export const metadata: Metadata = { title: { default: "API reference", template: "%s · API · Hookyard" } };

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const { operations } = await readReference();
  const names = operations.map(({ id, method, path, tag, summary }) => ({ id, method, path, tag, summary }));
  const guides = DOCUMENTS.map(({ slug, shelf, title, about }) => ({ slug, shelf, title, about }));
  return (
    <WithProviders>
      <DocsFrame guides={guides} operations={names} isSignedIn={(await findVisitor()) !== null}>
        {children}
      </DocsFrame>
    </WithProviders>
  );
}
