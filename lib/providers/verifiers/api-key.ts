import { safeEqual } from "./safe-equal";
import { ACCEPTED, type ApiKeySettings, type ReceivedRequest, refused, soleHeader, type Verdict } from "./verifier";

/** Accepts a request that carries the source's key in the header that the source names. */
export function verifyApiKey(settings: ApiKeySettings, request: ReceivedRequest): Verdict {
  const value = soleHeader(request.headers, settings.header_name);
  if (value === null) return refused(`The header ${settings.header_name} is missing.`);
  const isRight = safeEqual(value, settings.header_value.trim());
  return isRight ? ACCEPTED : refused(`The key in ${settings.header_name} is wrong.`);
}
