import { safeEqual } from "./safe-equal";
import { ACCEPTED, type BasicAuthSettings, type ReceivedRequest, refused, soleHeader, type Verdict } from "./verifier";

/** Accepts the user name and password of HTTP Basic authentication, in UTF-8 (RFC 7617). */
export function verifyBasicAuth(settings: BasicAuthSettings, request: ReceivedRequest): Verdict {
  const value = soleHeader(request.headers, "authorization");
  if (value === null) return refused("The header Authorization is missing. This source asks for Basic authentication.");
  const encoded = /^basic +(\S+)$/i.exec(value)?.[1];
  if (encoded === undefined) return refused("The header Authorization does not hold Basic authentication.");
  const expected = Buffer.from(`${settings.username}:${settings.password}`, "utf8").toString("base64");
  const isRight = safeEqual(withoutPadding(encoded), withoutPadding(expected));
  return isRight ? ACCEPTED : refused("The user name or the password is wrong.");
}

function withoutPadding(base64: string): string {
  return base64.replace(/=+$/, "");
}
