import { describe, expect, it } from "vitest";
import { readEnv } from "@/lib/kernel/env";

const KEY = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "s3cret" };
const read = (more: Record<string, string>) => readEnv(more).exportBucket;

describe("the bucket that days are exported to", () => {
  it("is none without its setting, whatever else of Amazon's is set", () => {
    expect(read({})).toBeNull();
    expect(read({ AWS_ENDPOINT_URL: "nonsense", AWS_ACCESS_KEY_ID: "alone" })).toBeNull();
  });

  it.each([
    ["s3://bucket", ""],
    ["s3://bucket/", ""],
    ["s3://bucket/hooks", "hooks/"],
    ["s3://bucket/hooks/days/", "hooks/days/"],
  ])("is read from %s", (address, prefix) => {
    expect(read({ HOOKYARD_EXPORT_S3: address, AWS_REGION: "eu-central-1" })).toEqual({
      bucket: "bucket",
      prefix,
      region: "eu-central-1",
      endpoint: null,
      credentials: null,
    });
  });

  it.each([
    "bucket",
    "https://bucket/hooks",
    "s3://",
    "s3://Bucket",
    "s3://b",
    "s3://bucket//hooks",
    "s3://bucket/a b",
    "s3://bucket/../hooks",
    `s3://bucket/${"a".repeat(901)}`,
  ])("is refused as %s", (address) => {
    expect(() => read({ HOOKYARD_EXPORT_S3: address, AWS_REGION: "eu-central-1" })).toThrow(
      "Wrong setting in the environment: HOOKYARD_EXPORT_S3: give s3://bucket or s3://bucket/prefix",
    );
  });

  it("needs a region at Amazon's, and none elsewhere", () => {
    const bucket = { HOOKYARD_EXPORT_S3: "s3://bucket" };
    expect(() => read(bucket)).toThrow("AWS_REGION: give the region of the bucket, or AWS_ENDPOINT_URL_S3");
    expect(read({ ...bucket, AWS_ENDPOINT_URL: "http://minio:9000" })).toMatchObject({
      region: "us-east-1",
      endpoint: "http://minio:9000",
    });
  });

  it("is at the address for S3 before the one for all of Amazon's services", () => {
    const both = { AWS_ENDPOINT_URL: "http://all.example", AWS_ENDPOINT_URL_S3: "https://s3.example/storage" };
    expect(read({ HOOKYARD_EXPORT_S3: "s3://bucket", ...both })?.endpoint).toBe("https://s3.example/storage");
    for (const [name, wrong] of [
      ["AWS_ENDPOINT_URL_S3", "minio:9000"],
      ["AWS_ENDPOINT_URL", "https://ada:s3cret@minio"],
    ] as const) {
      const refused = () => read({ HOOKYARD_EXPORT_S3: "s3://bucket", [name]: wrong });
      expect(refused).toThrow(`${name}: give an address such as https://storage.example.com:9000`);
      expect(refused).not.toThrow("s3cret");
    }
  });

  it("takes a key with its secret, and neither alone", () => {
    const bucket = { HOOKYARD_EXPORT_S3: "s3://bucket", AWS_REGION: "eu-central-1" };
    expect(read({ ...bucket, ...KEY })?.credentials).toEqual({ accessKeyId: "AKIDEXAMPLE", secretAccessKey: "s3cret" });
    expect(read({ ...bucket, ...KEY, AWS_SESSION_TOKEN: "t" })?.credentials).toHaveProperty("sessionToken", "t");
    for (const [missing, given] of [
      ["AWS_SECRET_ACCESS_KEY", { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE" }],
      ["AWS_ACCESS_KEY_ID", { AWS_SECRET_ACCESS_KEY: "s3cret" }],
    ] as const) {
      expect(() => read({ ...bucket, ...given })).toThrow(
        `${missing}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
      );
    }
  });
});
