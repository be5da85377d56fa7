import type { DemoProject } from "@/cli/demo/open-project";
import type { DemoReceivers } from "@/cli/demo/receivers";
import type { DemoEndpointIds } from "@/cli/demo/set-up";
import { unwrap } from "@/lib/api/client";

const VIEW = { list: "deliveries", name: "Failed invoices", is_shared: true, is_pinned: true } as const;
const DEVICE = { host_name: "ada-laptop" };
const REMARK = "Accounting refused invoices over 460 EUR while its ledger was locked. It takes them now: resend.";

/** Sends the project's meta events to the receiver that is meant for them. */
export async function sendMetaEvents(
  { client, projectID }: DemoProject,
  { metaUrl: url }: DemoReceivers,
): Promise<void> {
  const params = { path: { projectID } };
  const { settings } = await unwrap(client.GET("/v1/projects/{projectID}", { params }));
  if (settings.meta_event.is_enabled && settings.meta_event.url === url) return;
  const meta_event = { is_enabled: true, url, secret: crypto.randomUUID() };
  await unwrap(client.PUT("/v1/projects/{projectID}", { params, body: { settings: { meta_event } } }));
}

/** What people leave in a project: a view that all of them see, a note, a laptop. As far as it is not there. */
export async function addRemarks({ client, projectID }: DemoProject, endpoints: DemoEndpointIds): Promise<void> {
  const path = { projectID };
  await unwrap(client.POST("/v1/projects/{projectID}/devices", { params: { path }, body: DEVICE }));
  const filter = { status: "Failure", endpointId: endpoints.accounting };
  const views = await unwrap(client.GET("/v1/projects/{projectID}/views", { params: { path, query: {} } }));
  if (!views.some(({ name }) => name === VIEW.name)) {
    const body = { ...VIEW, query: filter };
    await unwrap(client.POST("/v1/projects/{projectID}/views", { params: { path }, body }));
  }
  await addNote({ client, projectID }, endpoints.accounting);
}

/** Notes at the newest delivery that failed there why it did. */
async function addNote({ client, projectID }: Pick<DemoProject, "client" | "projectID">, endpointId: string) {
  const query = { status: ["Failure" as const], endpointId: [endpointId], perPage: 1 };
  const failed = await unwrap(
    client.GET("/v1/projects/{projectID}/eventdeliveries", { params: { path: { projectID }, query } }),
  );
  const [newest] = failed.content;
  if (!newest) return;
  const params = { path: { projectID, eventDeliveryID: newest.uid } };
  const notes = await unwrap(
    client.GET("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/notes", { params }),
  );
  if (notes.some(({ text }) => text === REMARK)) return;
  const body = { text: REMARK };
  await unwrap(client.POST("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/notes", { params, body }));
}
