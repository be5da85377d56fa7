import { z } from "zod";
import { DEVICE_TEST_STATUSES } from "@/lib/kernel/vocabulary";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { TestAnswer } from "@/lib/wire/test-answer";

export const CreateDeviceTest = z.strictObject({
  delivery_id: z
    .uuid("Give a delivery of this project.")
    .describe("The delivery whose payload and headers are sent; to whom it goes itself does not matter"),
  raw: z.string().optional().describe("The payload as text; what the delivery sends if left out"),
});
export type CreateDeviceTest = z.infer<typeof CreateDeviceTest>;

export const DeviceTest = z.object({
  uid: Uid,
  device_id: Uid,
  delivery_id: Uid,
  event_type: z.string(),
  status: z
    .enum(DEVICE_TEST_STATUSES)
    .describe(
      "waiting for the device to pull it, fetched by it, answered; or not_fetched within five minutes, not_answered within a minute after it was fetched",
    ),
  created_at: Timestamp,
  expires_at: Timestamp.describe("Until when the device may fetch it"),
  fetched_at: Timestamp,
  answered_at: Timestamp,
  url: z.string().nullable().describe("Where the device sent it"),
  answer: TestAnswer.nullable().describe("What came back; null until it is answered"),
});
export type DeviceTest = z.infer<typeof DeviceTest>;
