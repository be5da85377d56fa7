import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ExportBucket } from "@/lib/kernel/export-bucket";
import { FileDigest, type FileSums } from "@/lib/upkeep/export-places/file-digest";
import { abortUnfinished, type OpenBucket, type Target, withBucket } from "@/lib/upkeep/export-places/open-bucket";
import type { ExportPlace } from "@/lib/upkeep/export-places/place";

/** The size of one of the 10,000 parts that S3 allows, so a file may have 78 GiB. Some are in memory at once. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/**
 * A bucket of S3, or of what speaks its protocol. A file is sent in parts, which become an object once all are there, and
 * is believed to be there when the store has told its checksum, or given it back.
 */
export function bucketPlace(bucket: ExportBucket): ExportPlace {
  return {
    write: ({ projectId, name }, bytes) =>
      withBucket(bucket, async (open) => {
        const target = { Bucket: bucket.bucket, Key: `${bucket.prefix}${projectId}/${name}` };
        await abortUnfinished(open, target);
        const sums = await upload(open, target, bytes);
        await confirm(open, target, sums);
      }),
  };
}

/** Aborted by itself when it fails. */
async function upload({ client }: OpenBucket, target: Target, bytes: AsyncIterable<Uint8Array>): Promise<FileSums> {
  const { Upload } = await import("@aws-sdk/lib-storage");
  const digest = new FileDigest(PART_BYTES);
  await new Upload({
    client,
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    params: {
      ...target,
      Body: Readable.from(digest.pass(bytes)),
      // Not ndjson with an encoding: whoever downloads it gets the file as it is, whatever unpacks on the way.
      ContentType: "application/gzip",
      ChecksumAlgorithm: "SHA256",
    },
  }).done();
  return digest.sums();
}

/** Throws unless the store has every byte. */
async function confirm({ client, sdk }: OpenBucket, target: Target, sums: FileSums): Promise<void> {
  const head = await client.send(new sdk.HeadObjectCommand({ ...target, ChecksumMode: "ENABLED" }));
  if (head.ContentLength !== sums.bytes) {
    throw new Error(`${target.Key} has ${head.ContentLength} bytes in the bucket, of ${sums.bytes} that were sent`);
  }
  // S3 tells the number of parts behind the checksum of an object in parts; not all stores do.
  const told = head.ChecksumSHA256?.replace(/-\d+$/, "") ?? (await readBack({ client, sdk }, target));
  if (told !== sums.whole && told !== sums.ofParts) {
    throw new Error(`${target.Key} has another checksum in the bucket than what was sent`);
  }
}

/** For stores that tell no SHA-256. */
async function readBack({ client, sdk }: OpenBucket, target: Target): Promise<string> {
  const { Body } = await client.send(new sdk.GetObjectCommand(target));
  const whole = createHash("sha256");
  for await (const chunk of Body as Readable) whole.update(chunk as Uint8Array);
  return whole.digest("base64");
}
