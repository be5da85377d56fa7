import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readReference } from "@/app/docs/read-reference";
import { visitorClient } from "@/app/visitor-client";
import { AboutPage } from "@/components/docs/about-page";
import { OperationPage } from "@/components/docs/operation-page";
import { unwrap } from "@/lib/api/client";
import { findVisitor } from "@/lib/next/visitor";

type DocsPageProps = { params: Promise<{ operationID?: string[] }> };

export async function generateMetadata({ params }: DocsPageProps): Promise<Metadata> {
  const operation = await findOperation(params);
  return operation ? { title: operation.summary } : {};
}

/** The reference is public; signed-in people try it as themselves. */
export default async function DocsPage({ params }: DocsPageProps) {
  const { document, operations } = await readReference();
  if (!(await params).operationID) return <AboutPage document={document} operations={operations} />;
  const operation = await findOperation(params);
  if (!operation) notFound();
  const isSignedIn = (await findVisitor()) !== null;
  const projects = isSignedIn ? (await unwrap(visitorClient().GET("/v1/me"))).projects : [];
  return (
    <OperationPage
      operation={operation}
      schemas={document.components.schemas}
      server={document.servers[0]?.url ?? ""}
      projects={projects.map(({ uid, name }) => ({ uid, name }))}
      isSignedIn={isSignedIn}
    />
  );
}

async function findOperation(params: DocsPageProps["params"]) {
  const { operationID: [id, ...rest] = [] } = await params;
  if (rest.length > 0) return undefined;
  return (await readReference()).operations.find((operation) => operation.id === id);
}
