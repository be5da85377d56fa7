import { expect, it } from "vitest";
import { DOCUMENTS } from "@/app/docs/guides/documents.gen";
import { listDocuments, readDocument } from "./guides/list-documents";
import { renderDocument } from "./guides/render-document";
import { GUIDES_MODULE, writeGuides } from "./guides/write-guides";

const LINK = /<a href="([^"]*)"/g;

it("shows the documents as they are; run npm run guides when it does not", () => {
  expect(readDocument(GUIDES_MODULE)).toBe(writeGuides());
});

it.each(DOCUMENTS)("leads from the page $slug to pages and headings that the program has", ({ html }) => {
  for (const [, href = ""] of html.matchAll(LINK)) {
    if (/^https:/.test(href) || /^\/verify\//.test(href) || href === "/docs/guides") continue;
    const [, slug, id] = /^(?:\/docs\/guides\/([a-z-]+))?(?:#([a-z0-9-]+))?$/.exec(href) ?? [];
    const target = slug === undefined ? html : DOCUMENTS.find((one) => one.slug === slug)?.html;
    expect(target, href).toBeDefined();
    if (id !== undefined) expect(target, href).toContain(` id="${id}"`);
  }
});

it("has no script, no picture and no style of its own, which the policy of pages would refuse", () => {
  for (const { slug, html } of DOCUMENTS)
    expect(html, slug).not.toMatch(/<(script|style|img|picture|h1)\b| style=| on\w+=/);
});

it("names a file that is not served instead of linking it, and keeps what is code as it is", () => {
  const listed = listDocuments();
  const pageOf = (slug: string) => {
    const document = listed.find((one) => one.slug === slug);
    return document ? renderDocument(document, listed) : "";
  };
  expect(pageOf("deploy")).toContain("nginx (<code>deploy/nginx.conf</code>)");
  expect(pageOf("observe")).toContain("<code>deploy/alerts.yml</code>");
  expect(pageOf("verify")).toContain('<a href="/verify/verify.py">');
  expect(pageOf("verify")).toContain("if err != nil || webhooks.Verify(secret, r.Header, body) != nil {");
  expect(pageOf("upgrade")).toContain('<a href="/docs/guides/upgrading">');
});
