import type { S3Client } from "@aws-sdk/client-s3";
import type { ExportBucket } from "@/lib/kernel/export-bucket";
import { explainRefusal } from "@/lib/upkeep/export-places/explain-refusal";

const CONNECT_MS = 10_000;
/** How long a store may be silent: some say nothing while they put many parts together. */
const SILENT_MS = 120_000;
/** How long one request may take, a part of a file among them. */
const REQUEST_MS = 600_000;

type Sdk = typeof import("@aws-sdk/client-s3");
/** An object, by the names that the SDK has for it. */
export type Target = { Bucket: string; Key: string };
export type OpenBucket = { client: S3Client; sdk: Sdk };

/** Does something with a bucket. What the store refuses is thrown as a sentence that says what to look at. */
export async function withBucket<T>(bucket: ExportBucket, work: (open: OpenBucket) => Promise<T>): Promise<T> {
  const sdk = await import("@aws-sdk/client-s3");
  const client = createClient(sdk, bucket);
  try {
    return await work({ client, sdk });
  } catch (error) {
    throw explainRefusal(error, bucket);
  } finally {
    client.destroy();
  }
}

function createClient({ S3Client }: Sdk, { region, endpoint, credentials }: ExportBucket): S3Client {
  return new S3Client({
    region,
    // Other stores seldom have a host name for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials !== null && { credentials }),
    // Each request says itself which checksum it wants; some stores refuse others.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
    },
  });
}

/** Aborts uploads to a name that a copy left when it died: their parts would be kept, and paid for, unseen. */
export async function abortUnfinished(
  { client, sdk }: OpenBucket,
  target: Target,
  until: { abortSignal?: AbortSignal } = {},
): Promise<void> {
  const { Bucket, Key } = target;
  const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: Key }), until);
  for (const { Key: name, UploadId } of Uploads) {
    if (name !== Key) continue;
    await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId }), until);
  }
}
