import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { DeviceList } from "@/components/devices/device-list";
import { deviceListRead } from "@/components/devices/queries";
import { deviceListReader } from "@/lib/nouns/devices/list-reader";

export const metadata: Metadata = { title: "Devices" };

export default async function DevicesPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(deviceListReader, await searchParams);
  return (
    <SignedIn address={`/projects/${projectID}/devices`} reads={[deviceListRead(projectID, sent)]}>
      <DeviceList projectID={projectID} />
    </SignedIn>
  );
}
