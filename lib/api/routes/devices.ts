import { z } from "zod";
import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { EventDelivery } from "@/lib/nouns/deliveries/answer-schemas";
import { getEventDelivery } from "@/lib/nouns/deliveries/queries";
import { registerDevice, seeDevice, updateDevice } from "@/lib/nouns/devices/mutations";
import { getDevice, listDevices } from "@/lib/nouns/devices/queries";
import {
  Device,
  ListDevices,
  ListedDevice,
  ListenDevice,
  PullDeliveries,
  PulledDelivery,
  RegisterDevice,
  RegisteredDevice,
  ReportResult,
  UpdateDevice,
} from "@/lib/nouns/devices/schemas";
import { CreateDeviceTest, DeviceTest } from "@/lib/nouns/devices/test-schemas";
import { answerDeviceTest, getDeviceTest } from "@/lib/nouns/devices/tests";
import { deleteDevice } from "@/lib/nouns/removals/delete-device";
import { listenOnDevice } from "@/lib/nouns/subscriptions/listen-on-device";
import { Subscription } from "@/lib/nouns/subscriptions/schemas";
import { createDeviceTest } from "@/lib/sending/device-tests";

export const deviceRoutes = [
  defineRoute({
    id: "listDevices",
    method: "get",
    path: "/v1/projects/{projectID}/devices",
    permission: "read",
    tag: "Devices",
    summary: "List devices",
    query: ListDevices,
    response: pageOf(ListedDevice),
    message: "Devices fetched",
    handler: ({ ctx, query }) => listDevices(ctx, query),
  }),
  defineRoute({
    id: "registerDevice",
    method: "post",
    path: "/v1/projects/{projectID}/devices",
    permission: "operate",
    audit: "domain",
    tag: "Devices",
    summary: "Register a device",
    description:
      "Makes the device of that host name, or finds it. With `endpoint_id` it stands in for that endpoint from now on: its deliveries are signed with that endpoint's secrets (but get none of its credentials). Without, they are signed with the device's own `secret`, which this answer tells.",
    body: RegisterDevice,
    response: RegisteredDevice,
    status: 201,
    message: "Device registered",
    errors: ["conflict"],
    handler: ({ ctx, body }) => registerDevice(ctx, body),
  }),
  defineRoute({
    id: "getDevice",
    method: "get",
    path: "/v1/projects/{projectID}/devices/{deviceID}",
    permission: "read",
    tag: "Devices",
    summary: "Retrieve a device",
    response: ListedDevice,
    message: "Device fetched",
    handler: ({ ctx, params }) => getDevice(ctx, params.deviceID),
  }),
  defineRoute({
    id: "updateDevice",
    method: "put",
    path: "/v1/projects/{projectID}/devices/{deviceID}",
    permission: "administer",
    audit: "domain",
    tag: "Devices",
    summary: "Update a device",
    description:
      "`is_disabled: true` discards what waits for the device and what comes, and refuses its pulls; what was discarded can be resent once it is enabled again.",
    body: UpdateDevice,
    response: Device,
    message: "Device updated",
    errors: ["duplicate"],
    handler: ({ ctx, params, body }) => updateDevice(ctx, params.deviceID, body),
  }),
  defineRoute({
    id: "deleteDevice",
    method: "delete",
    path: "/v1/projects/{projectID}/devices/{deviceID}",
    permission: "administer",
    audit: "domain",
    tag: "Devices",
    summary: "Delete a device",
    description: "With its subscriptions; what waits for it is recorded as Discarded.",
    response: Device,
    message: "Device deleted",
    handler: ({ ctx, params }) => deleteDevice(ctx, params.deviceID),
  }),
  defineRoute({
    id: "listenDevice",
    method: "post",
    path: "/v1/projects/{projectID}/devices/{deviceID}/listen",
    permission: "operate",
    audit: "domain",
    tag: "Devices",
    summary: "Subscribe a device",
    description:
      "Sees to it that the device has a subscription of type cli. Without fields one that it has serves, or one for all events is made. With fields one that is like them serves; else the one that was made here before is changed, so that listening again never delivers twice. An event that names its endpoint is heard too: by a device that stands in for that endpoint, or for none.",
    body: ListenDevice,
    response: Subscription,
    status: 201,
    message: "Device subscribed",
    handler: ({ ctx, params, body }) => listenOnDevice(ctx, params.deviceID, body),
  }),
  defineRoute({
    id: "pullDeliveries",
    method: "post",
    path: "/v1/projects/{projectID}/devices/{deviceID}/pull",
    permission: "operate",
    audit: "none",
    tag: "Devices",
    summary: "Pull deliveries",
    description:
      "Waits up to `wait_seconds` for deliveries to the device and answers with the requests to be made, signed, each leased for 60 seconds: make it, then report the result. What is not reported in time is given again, with the same `webhook-id`, and no attempt is used up. Tests (`is_test`) come in an answer of their own, before deliveries, and only once. Pulling keeps the device online. Conflict while it is disabled.",
    body: PullDeliveries,
    response: z.array(PulledDelivery),
    message: "Deliveries pulled",
    errors: ["conflict"],
    async handler({ ctx, params, body, services, signal }) {
      await seeDevice(ctx, params.deviceID, { mayPull: true });
      const device = { projectId: ctx.projectId, deviceId: params.deviceID };
      const options = { limit: body.limit, waitMs: body.wait_seconds * 1000, signal: signal() };
      return services.devices.pull(device, options);
    },
  }),
  defineRoute({
    id: "reportResult",
    method: "post",
    path: "/v1/projects/{projectID}/devices/{deviceID}/deliveries/{eventDeliveryID}/result",
    permission: "operate",
    audit: "none",
    inArchive: "served",
    tag: "Devices",
    summary: "Report the result of a pulled delivery",
    description:
      "Counts as an attempt like any other: 2xx is success, anything else is retried by the retry rule. Conflict when the lease ran out or the result was reported already.",
    body: ReportResult,
    response: EventDelivery,
    message: "Result settled",
    errors: ["conflict"],
    async handler({ ctx, params, body, services }) {
      await seeDevice(ctx, params.deviceID, { mayPull: false });
      const device = { projectId: ctx.projectId, deviceId: params.deviceID };
      await services.devices.report(device, params.eventDeliveryID, body);
      return getEventDelivery(ctx, params.eventDeliveryID);
    },
  }),
  defineRoute({
    id: "createDeviceTest",
    method: "post",
    path: "/v1/projects/{projectID}/devices/{deviceID}/tests",
    permission: "operate",
    audit: "domain",
    tag: "Devices",
    summary: "Send an event delivery to a device as a test",
    description:
      "Leaves what the delivery sends, or the payload in `raw`, for the device to pull: once, within five minutes. Ask for the test again to see how it stands and what came back; it is deleted some minutes later. It counts nowhere: no delivery, no attempt, no retry, no statistics, no incident; the audit log says who sent it. It is signed as the device's deliveries are, when the device fetches it, with `webhook-test: true` and a `webhook-id` of its own that begins with `test_`. Conflict while the device is disabled, while 20 tests wait for it, and when the payload is past the retention.",
    body: CreateDeviceTest,
    response: DeviceTest,
    status: 201,
    message: "Test waits for the device",
    errors: ["conflict"],
    handler: ({ ctx, params, body, services }) =>
      createDeviceTest(ctx, services.snapshots, { deviceID: params.deviceID, input: body }),
  }),
  defineRoute({
    id: "getDeviceTest",
    method: "get",
    path: "/v1/projects/{projectID}/devices/{deviceID}/tests/{testID}",
    permission: "operate",
    tag: "Devices",
    summary: "Retrieve a test for a device",
    description: "Until some minutes after its time is over; then it is not found.",
    response: DeviceTest,
    message: "Test fetched",
    handler: ({ ctx, params }) => getDeviceTest(ctx, params),
  }),
  defineRoute({
    id: "reportTestResult",
    method: "post",
    path: "/v1/projects/{projectID}/devices/{deviceID}/tests/{testID}/result",
    permission: "operate",
    audit: "none",
    inArchive: "served",
    tag: "Devices",
    summary: "Report the result of a pulled test",
    description:
      "Whoever sent the test sees it. It counts nowhere. Conflict when the result was reported already, or with the lease of another pull.",
    body: ReportResult,
    response: DeviceTest,
    message: "Result kept",
    errors: ["conflict"],
    async handler({ ctx, params, body }) {
      await seeDevice(ctx, params.deviceID, { mayPull: false });
      return answerDeviceTest(ctx, params, body);
    },
  }),
];
