import { cache } from "react";
import { listOperations, type OpenApi } from "@/components/docs/reference";
import { fetchAsVisitor } from "@/lib/next/visitor";

/** Reads the OpenAPI document of this installation with its operations, once per request. */
export const readReference = cache(async () => {
  const document = (await (await fetchAsVisitor("/v1/openapi.json")).json()) as OpenApi;
  return { document, operations: listOperations(document) };
});
