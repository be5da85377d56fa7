import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { EARLY_PRESSES } from "@/lib/next/early-presses";
import { hashSource } from "@/lib/public-pages/markup";

/**
 * The style sheet that sonner, the library of the toasts, inserts as it is loaded. It cannot be given a nonce, so that
 * its text is allowed by its hash. `page-policy.test.ts` compares the hash with the installed version.
 */
export const TOAST_STYLE_HASH = "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=";

/** The same library inserts the element first, still empty, and its text a moment later. */
const EMPTY_STYLE_HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

/** The one inline script of our own. */
const EARLY_PRESSES_HASH = hashSource(EARLY_PRESSES);

/**
 * Sets what a page may load: ourselves, our inline script, and inline scripts and style sheets with this answer's nonce.
 * Next.js reads the nonce from the request's own copy of the header and puts it on its scripts, where
 * `components/layout/style-nonce` finds it; so does the sign-in page, by `findNonce`. `style` attributes are allowed: the
 * server renders widths and positions as such.
 */
export function applyPagePolicy(request: IncomingMessage, response: ServerResponse, isDevelopment: boolean): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' ${EARLY_PRESSES_HASH}${isDevelopment ? " 'unsafe-eval'" : ""}`,
    isDevelopment
      ? "style-src 'self' 'unsafe-inline'"
      : `style-src 'self' 'nonce-${nonce}' '${EMPTY_STYLE_HASH}' '${TOAST_STYLE_HASH}'; style-src-attr 'unsafe-inline'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${isDevelopment ? " ws: wss:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  request.headers["content-security-policy"] = policy;
  response.setHeader("Content-Security-Policy", policy);
}

/** The nonce that `applyPagePolicy` gave this request; empty if Next.js runs without the front door. */
export function findNonce(headers: Headers): string {
  return /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "";
}
