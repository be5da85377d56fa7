import { verifyApiKey } from "./api-key";
import { verifyBasicAuth } from "./basic-auth";
import { verifyHmac } from "./hmac";
import { ACCEPTED, type ReceivedRequest, type Verdict, type VerifierSettings } from "./verifier";

/**
 * Whether a request comes from the sender that the source expects. Pure, over the raw bytes, in constant time as far as
 * secrets go.
 */
export function verify(verifier: VerifierSettings, request: ReceivedRequest): Verdict {
  switch (verifier.type) {
    case "noop":
      return ACCEPTED;
    case "hmac":
      return verifyHmac(verifier.hmac, request);
    case "basic_auth":
      return verifyBasicAuth(verifier.basic_auth, request);
    case "api_key":
      return verifyApiKey(verifier.api_key, request);
  }
}
