import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { buildOpenApi } from "@/lib/api/document/openapi";
import { ROUTES } from "@/lib/api/routes/registry";

/** The text of `openapi.gen.ts`: TypeScript types of every path of /v1, for the typed client. */
export async function writeOpenApiTypes(): Promise<string> {
  const document = JSON.stringify(buildOpenApi(ROUTES, { publicUrl: "/" }));
  return COMMENT_HEADER + astToString(await openapiTS(document, { alphabetize: true, defaultNonNullable: false }));
}
