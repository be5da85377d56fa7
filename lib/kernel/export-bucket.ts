import { parseUrl } from "@/lib/kernel/parse-url";

/** A bucket of S3, or of what speaks its protocol, and what leads to it. */
export type ExportBucket = {
  bucket: string;
  /** What all names in it begin with: empty, or with a slash at its end. */
  prefix: string;
  region: string;
  /** Null for Amazon's own. */
  endpoint: string | null;
  /** Null: Amazon's own chain finds them (files, web identity, container, instance). */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
};

/** Amazon's variables that lead to the bucket; its SDK reads the others of its chain of credentials itself. */
export type GivenBucketSettings = Partial<
  Record<
    | "HOOKYARD_EXPORT_S3"
    | "AWS_REGION"
    | "AWS_ENDPOINT_URL_S3"
    | "AWS_ENDPOINT_URL"
    | "AWS_ACCESS_KEY_ID"
    | "AWS_SECRET_ACCESS_KEY"
    | "AWS_SESSION_TOKEN",
    string | undefined
  >
>;

type Refuse = (setting: keyof GivenBucketSettings, message: string) => void;

/** Amazon's rules for names of buckets; a prefix of characters that every store and tool takes. */
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/;
/** A name in a bucket has 1,024 bytes at most; the prefix leaves room for project and day. */
const MOST_PREFIX = 900;
/** What stores that have no regions take for theirs. */
const ANY_REGION = "us-east-1";

/**
 * Reads the bucket that days are exported to; null without HOOKYARD_EXPORT_S3. Amazon's variables are refused only with
 * it: a machine may have them for others.
 */
export function readExportBucket(given: GivenBucketSettings, refuse: Refuse): ExportBucket | null {
  if (given.HOOKYARD_EXPORT_S3 === undefined) return null;
  const endpoint = readEndpoint(given, refuse);
  const region = given.AWS_REGION ?? (endpoint === null ? "" : ANY_REGION);
  if (region === "") refuse("AWS_REGION", "give the region of the bucket, or AWS_ENDPOINT_URL_S3 of another store");
  const credentials = readCredentials(given, refuse);
  return { ...readAddress(given.HOOKYARD_EXPORT_S3, refuse), region, endpoint, credentials };
}

function readAddress(address: string, refuse: Refuse): Pick<ExportBucket, "bucket" | "prefix"> {
  const [, bucket = "", path = ""] = ADDRESS.exec(address) ?? [];
  if (bucket === "" || path.length > MOST_PREFIX) {
    refuse("HOOKYARD_EXPORT_S3", "give s3://bucket or s3://bucket/prefix, of letters, digits, - _ and .");
  }
  return { bucket, prefix: path === "" ? "" : `${path.slice(1)}/` };
}

function readEndpoint(given: GivenBucketSettings, refuse: Refuse): string | null {
  const name = given.AWS_ENDPOINT_URL_S3 === undefined ? "AWS_ENDPOINT_URL" : "AWS_ENDPOINT_URL_S3";
  const endpoint = given[name];
  if (endpoint === undefined) return null;
  if (parseUrl(endpoint) === null || !/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(endpoint)) {
    refuse(name, "give an address such as https://storage.example.com:9000, without credentials");
  }
  return endpoint;
}

function readCredentials(given: GivenBucketSettings, refuse: Refuse): ExportBucket["credentials"] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = given;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { accessKeyId, secretAccessKey, ...(token !== undefined && { sessionToken: token }) };
  }
  if (accessKeyId !== undefined || secretAccessKey !== undefined) {
    const missing = accessKeyId === undefined ? "AWS_ACCESS_KEY_ID" : "AWS_SECRET_ACCESS_KEY";
    refuse(missing, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY together, or neither for Amazon's other ways");
  }
  return null;
}
