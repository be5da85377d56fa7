import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { PanelPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { DeliveriesView } from "@/components/deliveries/deliveries-view";
import { failingEndpointOf } from "@/components/deliveries/failing-endpoint";
import { attemptsRead, deliveryListRead, deliveryRead } from "@/components/deliveries/queries";
import { endpointChoicesRead, holdingEndpointsRead } from "@/components/endpoints/queries";
import { incidentsOfEndpointRead } from "@/components/incidents/queries";
import { sourceChoicesRead } from "@/components/sources/queries";
import { viewListRead } from "@/components/views/queries";
import { deliveryListReader } from "@/lib/nouns/deliveries/list-reader";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

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
      readsAfter={(client) => (deliveryID ? readsOfCause(client, projectID, deliveryID) : [])}
    >
      <DeliveriesView projectID={projectID} />
    </SignedIn>
  );
}

/** Why its endpoint fails: what came later would move what somebody reads already. */
function readsOfCause(client: QueryClient, projectID: string, deliveryID: string) {
  const delivery = client.getQueryData<EventDelivery>(deliveryRead(projectID, deliveryID).queryKey);
  const endpointID = delivery && failingEndpointOf(delivery);
  return endpointID ? [incidentsOfEndpointRead(projectID, endpointID)] : [];
}
