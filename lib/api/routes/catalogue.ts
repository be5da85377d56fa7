import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { addressOf, mountRefusals } from "@/lib/api/border";
import type { AppContext, AppEnv } from "@/lib/api/envelope";
import type { RequestLimits } from "@/lib/api/limits/request-limits";
import type { ApiServices } from "@/lib/api/services";
import { conflict, HookyardError } from "@/lib/kernel/errors";
import {
  findPublicCatalogue,
  listPublicTypes,
  listPublicVersions,
  measurePublicTypes,
  type PublicCatalogue,
  readPublicTypes,
} from "@/lib/nouns/catalogues/public";
import { readFont } from "@/lib/public-pages/fonts";
import { missingPage, PAGE_HEADERS } from "@/lib/public-pages/frame";
import { listPage } from "@/lib/public-pages/list-page";
import { toOpenApiDocument } from "@/lib/public-pages/openapi-document";
import { typePage } from "@/lib/public-pages/type-page";
import { stringifyExact } from "@/lib/wire/exact-json";

/** The most that one document is made of: what is larger is read type by type. */
const MAX_DOCUMENT_CHARACTERS = 8_000_000;

/** Asked for again each time, so that one that is switched off is gone at once; unchanged it is not sent again. */
const CACHING = { "cache-control": "public, no-cache" };
const DOCUMENT_HEADERS = {
  "content-type": "application/json",
  // Tools in a browser may read it: it is the same for everybody.
  "access-control-allow-origin": "*",
  "referrer-policy": "no-referrer",
};
const FONT_HEADERS = { "content-type": "font/woff2", "cache-control": "public, max-age=2592000" };

const NOTHING = new HookyardError("not_found", "There is no catalogue at this address, or no such event type in it.");

/**
 * Mounts `/catalogue/{address}`, the public pages of event types, and the same as a document with `.json`. `?type=`
 * names one of them. Whoever asks is counted like others without credentials.
 */
export function mountCatalogue(app: Hono<AppEnv>, services: ApiServices, limits: RequestLimits): void {
  app.get("/catalogue/fonts/:file", async (c) => {
    const font = readFont(c.req.param("file").replace(/\.woff2$/, ""));
    if (!font) throw NOTHING;
    return c.body(new Uint8Array(await font), 200, FONT_HEADERS);
  });
  app.get("/catalogue/:address", async (c) => {
    limits.countGuess(c, addressOf(c));
    const given = c.req.param("address");
    if (given.endsWith(".json")) return answerDocument(c, services, given.slice(0, -".json".length));
    return answerPage(c, services, given);
  });
  mountRefusals(app, "/catalogue/{address}", { methods: ["GET", "HEAD"], limits });
}

async function answerPage(c: AppContext, services: ApiServices, address: string): Promise<Response> {
  const catalogue = await findPublicCatalogue(services.db, address);
  const page = catalogue && (await drawPage(services, catalogue, c.req.query("type")));
  if (page === null) return c.body(missingPage(), 404, { ...PAGE_HEADERS, ...CACHING });
  return answerCached(c, page, { ...PAGE_HEADERS, ...robotsOf(catalogue) });
}

/** null if the catalogue has no public type of this name. */
async function drawPage(services: ApiServices, catalogue: PublicCatalogue, name?: string): Promise<string | null> {
  const { db, publicUrl } = services;
  const { projectId } = catalogue;
  const types = await listPublicTypes(db, projectId);
  if (name === undefined) return listPage(catalogue, types, publicUrl);
  const [type] = types.some((one) => one.name === name) ? await readPublicTypes(db, projectId, name) : [];
  if (!type) return null;
  return typePage(catalogue, { type, types, versions: await listPublicVersions(db, projectId, type) });
}

async function answerDocument(c: AppContext, { db }: ApiServices, address: string): Promise<Response> {
  const catalogue = await findPublicCatalogue(db, address);
  if (!catalogue) throw NOTHING;
  const name = c.req.query("type");
  const { projectId } = catalogue;
  if (name === undefined && (await measurePublicTypes(db, projectId)) > MAX_DOCUMENT_CHARACTERS) {
    throw conflict("The catalogue is too large for one document: ask for each event type with ?type=.");
  }
  const types = await readPublicTypes(db, projectId, name);
  if (name !== undefined && types.length === 0) throw NOTHING;
  const document = stringifyExact(toOpenApiDocument(catalogue, types), 2);
  return answerCached(c, document, { ...DOCUMENT_HEADERS, ...robotsOf(catalogue) });
}

function robotsOf(catalogue: PublicCatalogue | null): Record<string, string> {
  return catalogue?.isIndexed ? {} : { "x-robots-tag": "noindex, nofollow" };
}

/** With an entity tag of what is sent (RFC 9110, 8.8.3), weak because it may be compressed on its way. */
function answerCached(c: AppContext, text: string, headers: Record<string, string>): Response {
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const sent = { ...headers, ...CACHING, etag };
  const known = (c.req.header("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (known.includes("*") || known.includes(etag.slice(2))) return c.body(null, 304, sent);
  c.set("isLong", true);
  return c.body(text, 200, sent);
}
