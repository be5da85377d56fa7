import { getDomain } from "tldts";
import type { FieldError } from "@/lib/kernel/errors";
import type { Authentication } from "@/lib/nouns/endpoints/schemas";
import type { EndpointTls } from "@/lib/nouns/endpoints/tls-schemas";
import { hasVariableHost, parseUrlTemplate, type UrlTemplate, UrlTemplateError } from "@/lib/wire/url-template";

/** An address with variables, and what else of the endpoint would be sent there. */
type Templated = { url: string; authentication: Authentication | null; tls: EndpointTls | null };

/**
 * Finds what is wrong with an address that has variables. A value comes from an event, often from somebody else, so it
 * chooses no more than a name below a domain that is written out: not one that anybody could register. Credentials
 * belong to one address, and so to none that a value chooses.
 */
export function findTemplateErrors({ url, authentication, tls }: Templated): FieldError[] {
  const template = read(url);
  if (template instanceof UrlTemplateError) return [{ path: "url", message: template.message }];
  if (!hasVariableHost(template)) return [];
  const errors: FieldError[] = [];
  if (getDomain(toFixedEnd(template), { allowPrivateDomains: true }) === null)
    errors.push({ path: "url", message: OPEN });
  if (authentication) errors.push({ path: "authentication", message: BOUND });
  if (tls) errors.push({ path: "tls", message: BOUND });
  return errors;
}

const OPEN =
  "The host name has to end in a domain of your receiver's own without a variable, as in https://{tenant}.example.com.";
const BOUND =
  "It belongs to one address, and the host name has a variable: an event would choose who gets it. Set it to null; signatures prove the sender everywhere.";

function read(url: string): UrlTemplate | UrlTemplateError {
  try {
    return parseUrlTemplate(url);
  } catch (error) {
    if (error instanceof UrlTemplateError) return error;
    throw error;
  }
}

/** The labels behind the last one with a variable. */
function toFixedEnd({ host }: UrlTemplate): string {
  const last = host.findLastIndex((label) => label.some((part) => typeof part !== "string"));
  const fixed = host.slice(last + 1).map((label) => label.join(""));
  return fixed.join(".");
}
