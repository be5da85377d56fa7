import type { Metadata } from "next";
import type { PanelPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { DeliveriesView } from "@/components/deliveries/deliveries-view";
import { attemptsRead, deliveryListRead, deliveryRead } from "@/components/deliveries/queries";
import { endpointChoicesRead, holdingEndpointsRead } from "@/components/endpoints/queries";
import { sourceChoicesRead } from "@/components/sources/queries";
import { viewListRead } from "@/components/views/queries";
import { deliveryListReader } from "@/lib/nouns/deliveries/list-reader";

type DeliveriesPageProps = PanelPageProps<"deliveryID">;

export async function generateMetadata({ params }: DeliveriesPageProps): Promise<Metadata> {
  const { deliveryID } = await params;
  return { title: deliveryID ? "Delivery" : "Deliveries" };
}

export default async function DeliveriesPage({ params, searchParams }: DeliveriesPageProps) {
  const { projectID, deliveryID: [deliveryID] = [] } = await params;
  const { sent } = parseListQuery(deliveryListReader, await searchParams);
  const detail = deliveryID ? [deliveryRead(projectID, deliveryID), attemptsRead(projectID, deliveryID)] : [];
  return (
    <SignedIn
      address={`/projects/${projectID}/deliveries${deliveryID ? `/${deliveryID}` : ""}`}
      reads={[
        deliveryListRead(projectID, sent),
        viewListRead(projectID, "deliveries"),
        endpointChoicesRead(projectID),
        holdingEndpointsRead(projectID),
        sourceChoicesRead(projectID),
        ...detail,
      ]}
    >
      <DeliveriesView projectID={projectID} />
    </SignedIn>
  );
}
