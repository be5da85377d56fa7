import { listDocuments } from "./list-documents";
import { renderDocument } from "./render-document";

/** The module that /docs/guides shows, so that the program reads no document as it runs. */
export const GUIDES_MODULE = "app/docs/guides/documents.gen.ts";

/** Writes that module. */
export function writeGuides(): string {
  const listed = listDocuments();
  const lines = listed.map((document) => {
    const { slug, shelf, title, about } = document;
    return `  ${JSON.stringify({ slug, shelf, title, about, html: renderDocument(document, listed) })},`;
  });
  return [
    "// Written by npm run guides from docs/README.md and the documents that it lists.",
    'import type { GuideDocument } from "@/components/docs/guide-document";',
    "",
    "export const DOCUMENTS: readonly GuideDocument[] = [",
    ...lines,
    "];",
    "",
  ].join("\n");
}
