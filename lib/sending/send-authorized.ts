import type { OutgoingRequest, Sender, SendResult } from "@/lib/egress/send";
import type { Clock } from "@/lib/kernel/clock";
import type { AccessTokens } from "@/lib/sending/access-tokens";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";

type Parts = { sender: Sender; tokens: AccessTokens; clock: Clock };

/**
 * Sends a request to an endpoint. That of an oauth2 endpoint gets its token first; without a token the request is not
 * sent, and the result says why. Never rejects.
 */
export async function sendAuthorized(
  parts: Parts,
  request: OutgoingRequest,
  { credentials: { oauth2 } }: EndpointConfig,
): Promise<SendResult> {
  if (!oauth2) return parts.sender.send(request);
  const startedAt = parts.clock.now();
  const got = await parts.tokens.get(oauth2);
  if (!got.ok) {
    const durationMs = parts.clock.now().getTime() - startedAt.getTime();
    const error = { code: "unauthorized", message: got.error } as const;
    return { status: null, headers: {}, body: Buffer.alloc(0), bodyTruncated: false, error, startedAt, durationMs };
  }
  const sent = await parts.sender.send({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${got.token}` },
  });
  if (sent.status === 401) parts.tokens.drop(oauth2);
  return sent;
}
