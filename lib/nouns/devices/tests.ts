import type { Selectable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DeviceTests } from "@/lib/db/generated";
import { conflict, notFound } from "@/lib/kernel/errors";
import type { DeviceTestStatus } from "@/lib/kernel/vocabulary";
import { getDeviceRow } from "@/lib/nouns/devices/queries";
import type { ReportResult } from "@/lib/nouns/devices/schemas";
import type { DeviceTest } from "@/lib/nouns/devices/test-schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** How long after it was fetched a test without an answer counts as unanswered. */
const ANSWER_WITHIN_MS = 60_000;
const MAX_ANSWER_BYTES = 65_536;

type Named = { deviceID: string; testID: string };

/** Throws not found for another project's device, and for a test that upkeep has deleted. */
export async function getDeviceTest(ctx: ProjectContext, { deviceID, testID }: Named): Promise<DeviceTest> {
  await getDeviceRow(ctx, deviceID);
  const row = await ctx.db
    .selectFrom("device_tests")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("device_id", "=", deviceID)
    .where("id", "=", testID)
    .executeTakeFirst();
  if (!row) throw notFound("test");
  return toDeviceTest(row, ctx.clock.now());
}

/** Keeps what a device reports of a test. Throws `conflict` if it was reported already, or by another pull. */
export async function answerDeviceTest(ctx: ProjectContext, named: Named, result: ReportResult): Promise<DeviceTest> {
  const { deviceID, testID } = named;
  const body = Buffer.from(result.body, "base64");
  const answered = await ctx.db
    .updateTable("device_tests")
    .set({
      answered_at: ctx.clock.now(),
      url: result.url,
      response_status: result.status,
      response_headers: JSON.stringify(result.headers),
      response_data: body.subarray(0, MAX_ANSWER_BYTES),
      response_truncated: result.body_truncated || body.length > MAX_ANSWER_BYTES,
      error_code: result.error === null ? null : (result.error_code ?? "unknown"),
      error_message: result.error,
      duration_ms: result.duration_ms,
    })
    .where("project_id", "=", ctx.projectId)
    .where("device_id", "=", deviceID)
    .where("id", "=", testID)
    .where("lease", "=", result.lease_id)
    .where("answered_at", "is", null)
    .executeTakeFirst();
  const test = await getDeviceTest(ctx, named);
  if (answered.numUpdatedRows === 0n) throw conflict("Another pull has it, or its result was reported already.");
  return test;
}

export function toDeviceTest(row: Selectable<DeviceTests>, now: Date): DeviceTest {
  return {
    uid: row.id,
    device_id: row.device_id,
    delivery_id: row.delivery_id,
    event_type: row.event_type,
    status: statusOf(row, now),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    fetched_at: toTimestamp(row.fetched_at),
    answered_at: toTimestamp(row.answered_at),
    url: row.url,
    answer: row.answered_at && {
      response_status: row.response_status,
      response_http_header: row.response_headers as Record<string, string>,
      response_data: row.response_data?.toString("utf8") ?? "",
      response_truncated: row.response_truncated,
      error_code: row.error_code,
      error: row.error_message,
      duration_ms: row.duration_ms ?? 0,
    },
  };
}

function statusOf({ answered_at, fetched_at, expires_at }: Selectable<DeviceTests>, now: Date): DeviceTestStatus {
  if (answered_at) return "answered";
  if (fetched_at) return now.getTime() - fetched_at.getTime() < ANSWER_WITHIN_MS ? "fetched" : "not_answered";
  return now < expires_at ? "waiting" : "not_fetched";
}
