import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { ApiKeysPage } from "@/components/api-keys/api-keys-page";
import { apiKeyListRead } from "@/components/api-keys/queries";
import { parseListQuery } from "@/components/data-table/list-query";
import { apiKeyListReader } from "@/lib/nouns/api-keys/list-reader";

export const metadata: Metadata = { title: "API keys" };

export default async function ApiKeysRoute({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(apiKeyListReader, await searchParams);
  return (
    <SignedIn address={`/projects/${projectID}/settings/api-keys`} reads={[apiKeyListRead(projectID, sent)]}>
      <ApiKeysPage projectID={projectID} />
    </SignedIn>
  );
}
