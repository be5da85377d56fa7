import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DOCUMENTS } from "@/app/docs/guides/documents.gen";
import { GuideIndex } from "@/components/docs/guide-index";
import { GuidePage } from "@/components/docs/guide-page";

type GuidePageProps = { params: Promise<{ slug?: string[] }> };

export async function generateMetadata({ params }: GuidePageProps): Promise<Metadata> {
  const title = (await findGuide(params))?.title ?? "Guides";
  return { title: { absolute: `${title} · Hookyard` } };
}

/** The guides are public, as the reference is. Their texts are built in: no file is read for them. */
export default async function GuidesPage({ params }: GuidePageProps) {
  if (!(await params).slug) return <GuideIndex guides={DOCUMENTS} />;
  const guide = await findGuide(params);
  if (!guide) notFound();
  return <GuidePage guide={guide} next={DOCUMENTS[DOCUMENTS.indexOf(guide) + 1]} />;
}

async function findGuide(params: GuidePageProps["params"]) {
  const { slug: [slug, ...rest] = [] } = await params;
  if (rest.length > 0) return undefined;
  return DOCUMENTS.find((document) => document.slug === slug);
}
