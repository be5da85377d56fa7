import { raw } from "hono/html";
import type { PublicCatalogue } from "@/lib/nouns/catalogues/public";
import { hashSource, type Markup, markup } from "@/lib/public-pages/markup";
import { SCRIPT } from "@/lib/public-pages/script";
import { STYLE } from "@/lib/public-pages/style";

/** The headers of every public page: it loads its fonts, runs its one script, and is shown in no other page. */
export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${hashSource(STYLE)}`,
    `script-src ${hashSource(SCRIPT)}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-frame-options": "DENY",
  // The address may be known to few.
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

const ICON_PATHS = {
  hook: '<path d="M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2"/><path d="m6 17 3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06"/><path d="m12 6 3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8"/>',
  search: '<circle cx="11" cy="11" r="8"/><path d="m21 21-4.3-4.3"/>',
  copy: '<rect width="14" height="14" x="8" y="8" rx="2"/><path d="M4 16a2 2 0 0 1-2-2V4c0-1.1.9-2 2-2h10a2 2 0 0 1 2 2"/>',
  braces:
    '<path d="M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5c0 1.1.9 2 2 2h1"/><path d="M16 21h1a2 2 0 0 0 2-2v-5c0-1.1.9-2 2-2a2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1"/>',
  archive:
    '<rect width="20" height="5" x="2" y="3" rx="1"/><path d="M4 8v11a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8M10 12h4"/>',
  back: '<path d="m12 19-7-7 7-7M19 12H5"/>',
  breaking: '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01"/>',
  refused:
    '<path d="m15 9-6 6M9 9l6 6M2.586 16.726A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2h6.624a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586z"/>',
  compatible: '<circle cx="12" cy="12" r="10"/><path d="m9 12 2 2 4-4"/>',
};

/** A drawing of lucide's, as the dashboard has them. */
export function icon(name: keyof typeof ICON_PATHS): Markup {
  return raw(`<svg viewBox="0 0 24 24" aria-hidden="true">${ICON_PATHS[name]}</svg>`);
}

export const DEPRECATED = markup`<span class="mark discarded">${icon("archive")}Deprecated</span>`;

/** The address of a catalogue, of an event type in it, or of the document of either. */
export function addressOf({ address }: Pick<PublicCatalogue, "address">, type?: string, ending = ""): string {
  return `/catalogue/${address}${ending}${type === undefined ? "" : `?type=${encodeURIComponent(type)}`}`;
}

type Framed = { title: string; isIndexed: boolean; top?: Markup; body: Markup };

/** A whole document around the parts of a page. */
export function frame({ title, isIndexed, top, body }: Framed): string {
  const robots = isIndexed ? "" : markup`<meta name="robots" content="noindex, nofollow">`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${robots}
<title>${title}</title>
<link rel="preload" href="/catalogue/fonts/sans.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/catalogue/fonts/mono.woff2" as="font" type="font/woff2" crossorigin>
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${top ? markup`<header class="top"><div class="wide">${top}</div></header>` : ""}
${body}
<script>${raw(SCRIPT)}</script>
</body>
</html>
`.toString();
}

/** What stands at the top of the pages below the list. */
export function topOf(catalogue: PublicCatalogue, type?: string): Markup {
  return markup`<a class="brand" href="${addressOf(catalogue)}">${icon("hook")}<span>${catalogue.title}</span></a>
${documentButton(catalogue, type)}`;
}

/** Leads to the same as a document for machines. */
export function documentButton(catalogue: PublicCatalogue, type?: string): Markup {
  return markup`<a class="button" href="${addressOf(catalogue, type, ".json")}">${icon("braces")}OpenAPI</a>`;
}

/** Says that there is nothing here, and no more. */
export function missingPage(): string {
  return frame({
    title: "Not found",
    isIndexed: false,
    body: markup`<main id="main" class="wide"><div class="empty"><h1>There is nothing at this address</h1><p class="muted">The catalogue or the event type may have moved. Ask whoever gave you the address for the present one.</p></div></main>`,
  });
}
