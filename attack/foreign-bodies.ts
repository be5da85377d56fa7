/** Fields that end like an id and name nothing of ours. */
export const NO_IDS = [
  "pub_sub.cloudqueue.access_key_id",
  "pub_sub.cloudtopic.project_id",
  "pub_sub.cloudtopic.subscription_id",
  "pub_sub.logstream.consumer_group_id",
  "authentication.oauth2.client_id",
  "verifier.provider.client_id",
  "owner_id",
  "external_id",
  "filter.ownerId",
  "filter.externalId",
  "lease_id",
];

type ForeignBody = {
  /** The field of the victim's id in the body. */
  field: string;
  /** The type of the attacker's project. */
  type: "incoming" | "outgoing";
  method?: "POST" | "PUT";
  path: string;
  body: object;
  /** A filter or a batch, which is answered with success, and contains nothing. */
  takes?: boolean;
};

const EVENT = { event_type: "order.created", data: { mine: true } };

/** Every body that may name a resource, with the victim's resources in it. */
export function foreignBodies(
  victim: Record<string, string>,
  own: Record<"endpoint" | "source" | "subscription" | "device" | "delivery", string>,
): ForeignBody[] {
  const { endpointID, sourceID, deviceID, eventID, eventDeliveryID, subscriptionID, incidentID } = victim;
  const filter_config = { event_types: ["*"] };
  const code = "function transform(payload) { return payload }";
  return [
    ...[
      { field: "endpoint_id", endpoint_id: endpointID, source_id: own.source },
      { field: "source_id", endpoint_id: own.endpoint, source_id: sourceID },
      { field: "device_id", type: "cli", device_id: deviceID, source_id: own.source },
    ].map(({ field, ...ids }): ForeignBody => {
      return { field, type: "incoming", path: "subscriptions", body: { name: "mine", filter_config, ...ids } };
    }),
    ...[
      { field: "endpoint_id", body: { endpoint_id: endpointID, source_id: own.source } },
      { field: "source_id", body: { endpoint_id: own.endpoint, source_id: sourceID } },
    ].map((one): ForeignBody => ({ ...one, type: "incoming", path: "connections" })),
    ...[
      { field: "endpoint_id", path: `subscriptions/${own.subscription}`, body: { endpoint_id: endpointID } },
      { field: "source_id", path: `subscriptions/${own.subscription}`, body: { source_id: sourceID } },
      { field: "endpoint_id", path: `devices/${own.device}`, body: { endpoint_id: endpointID } },
    ].map((one): ForeignBody => ({ ...one, type: "incoming", method: "PUT" })),
    { field: "source_id", type: "incoming", path: `devices/${own.device}/listen`, body: { source_id: sourceID } },
    { field: "endpoint_id", type: "incoming", path: "devices", body: { host_name: "mine", endpoint_id: endpointID } },
    {
      field: "endpoint_id",
      type: "incoming",
      path: `eventdeliveries/${own.delivery}/testsend`,
      body: { endpoint_id: endpointID },
    },
    {
      field: "delivery_id",
      type: "incoming",
      path: `devices/${own.device}/tests`,
      body: { delivery_id: eventDeliveryID },
    },
    { field: "endpoint_id", type: "outgoing", path: "events", body: { ...EVENT, endpoint_id: endpointID } },
    {
      field: "delivery_id",
      type: "incoming",
      path: `endpoints/${own.endpoint}/diagnose-signature`,
      body: { headers: { host: "example.com" }, body: "", delivery_id: eventDeliveryID },
    },
    {
      field: "events.endpoint_id",
      type: "outgoing",
      path: "events/batch",
      body: { events: [{ ...EVENT, endpoint_id: endpointID }] },
      takes: true,
    },
    {
      field: "source_id",
      type: "incoming",
      path: "subscriptions/test-filter",
      body: { filter_config, source_id: sourceID },
      takes: true,
    },
    {
      field: "event_id",
      type: "incoming",
      path: "subscriptions/test-function",
      body: { function: code, event_id: eventID },
    },
    {
      field: "source_id",
      type: "incoming",
      path: "subscriptions/test-function",
      body: { function: code, source_id: sourceID },
    },
    {
      field: "source_id",
      type: "outgoing",
      path: "sources/test-connection",
      body: { source_id: sourceID, pub_sub: { type: "amqp", amqp: { host: "127.0.0.1", port: "9", queue: "mine" } } },
    },
    {
      field: "query.endpointId",
      type: "incoming",
      path: "views",
      body: { list: "deliveries", name: "mine", query: { endpointId: endpointID }, is_shared: true },
      takes: true,
    },
    ...[
      { field: "filter.endpointId", filter: { endpointId: [endpointID] } },
      { field: "filter.deviceId", filter: { deviceId: [deviceID] } },
      { field: "filter.eventId", filter: { eventId: eventID } },
      { field: "filter.subscriptionId", filter: { subscriptionId: subscriptionID } },
      { field: "filter.incidentId", filter: { incidentId: incidentID } },
      { field: "filter.sourceId", filter: { sourceId: [sourceID] } },
    ].flatMap(({ field, filter }): ForeignBody[] => [
      { field, type: "incoming", path: "replays", body: { name: "mine", filter }, takes: true },
      { field, type: "incoming", path: "eventdeliveries/cancel", body: { filter }, takes: true },
    ]),
  ];
}
