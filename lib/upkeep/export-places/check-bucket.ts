import type { ExportBucket } from "@/lib/kernel/export-bucket";
import { abortUnfinished, withBucket } from "@/lib/upkeep/export-places/open-bucket";

/** Begins an object and gives it up, so that nothing is there. Throws a sentence about what stands against writing days. */
export function checkBucket(bucket: ExportBucket, over: AbortSignal): Promise<void> {
  return withBucket(bucket, async ({ client, sdk }) => {
    const target = { Bucket: bucket.bucket, Key: `${bucket.prefix}hookyard-doctor` };
    const until = { abortSignal: over };
    await abortUnfinished({ client, sdk }, target, until);
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target), until);
    await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId }), until);
  });
}
