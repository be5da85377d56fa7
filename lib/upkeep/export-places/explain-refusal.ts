import { whatFailed } from "@/lib/db/what-failed";
import type { ExportBucket } from "@/lib/kernel/export-bucket";

type Explain = (at: { bucket: string; store: string; region: string }, message: string) => string;

const otherRegion: Explain = ({ bucket, region }) => `the bucket ${bucket} is not in the region ${region} (AWS_REGION)`;
const notAllowed: Explain = ({ bucket }, message) =>
  `the credentials may not do this in the bucket ${bucket}: ${message}`;
const noLonger: Explain = (_, message) => `the credentials are no longer valid: ${message}`;
const noCredentials: Explain = () =>
  "no credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the program a role";

/** Errors of S3, of stores that speak its protocol and of Amazon's SDK, by name. */
const EXPLAINED: ReadonlyMap<string, Explain> = new Map([
  ["NoSuchBucket", ({ bucket, store }) => `there is no bucket ${bucket} at ${store}`],
  ["InvalidAccessKeyId", ({ store }) => `the access key id is not known at ${store}`],
  ["SignatureDoesNotMatch", () => "the secret key does not fit the access key id"],
  ["AccessDenied", notAllowed],
  ["AllAccessDisabled", notAllowed],
  ["PermanentRedirect", otherRegion],
  ["AuthorizationHeaderMalformed", otherRegion],
  ["ExpiredToken", noLonger],
  ["InvalidToken", noLonger],
  ["CredentialsProviderError", noCredentials],
]);

/** Says what a store, or the way to it, had against a request; in words that name no credential. */
export function explainRefusal(error: unknown, { bucket, region, endpoint }: ExportBucket): Error {
  const { name, $metadata: answer } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const store = endpoint ?? `Amazon S3 in ${region}`;
  const message = whatFailed(error).replace(/\.$/, "");
  const explain = EXPLAINED.get(name ?? "") ?? (answer?.httpStatusCode === 403 ? notAllowed : null);
  const said = name === "Error" || name === undefined ? message : `${name}: ${message}`;
  const told = explain?.({ bucket, store, region }, message) ?? `${store}: ${said}`;
  return new Error(told, { cause: error });
}
