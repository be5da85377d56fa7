import { z } from "zod";
import { isPassiveType } from "@/lib/nouns/sources/passive-types";

export const MediaType = z
  .string()
  .max(200)
  .regex(/^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+=[\w"./+-]+)*$/, {
    message: "Give a media type such as application/json.",
    abort: true,
  });

/** What a caller may have answered with: a type that browsers do not run, because the address may be on the dashboard's origin. */
export const PassiveType = MediaType.refine(isPassiveType, {
  message: "Browsers run or draw this type. Use text/plain, text/csv, application/json or application/octet-stream.",
}).describe(
  "A media type that browsers neither run nor draw as a document: `application/json` and what ends with `+json`, `text/plain`, `text/csv`, `application/octet-stream`, forms, YAML, CBOR, MessagePack, Protocol Buffers, GIF, JPEG, PNG and WebP",
);
