import { quoteForShell, toCurl } from "@/components/code/curl";
import { PROVIDER_SETUP } from "@/components/sources/provider-setup";
import type { HmacEncoding, HmacHash } from "@/lib/kernel/vocabulary";
import type { Source } from "@/lib/nouns/sources/schemas";

const SAMPLE = { headers: {}, body: '{"type":"order.created","order":{"id":1001,"total":49.9,"currency":"EUR"}}' };

type Sendable = Pick<Source, "url" | "verifier" | "provider">;
type Hmac = { header: string; hash: HmacHash; encoding: HmacEncoding };

/**
 * A request that the source accepts, ready for the terminal. Credentials are never shown, so the first line has a
 * placeholder for the verifier's, and the command computes an HMAC itself.
 */
export function sampleCommand({ url, verifier, provider }: Sendable): string {
  const sample = provider ? PROVIDER_SETUP[provider].sample : SAMPLE;
  const headers = { "content-type": "application/json", ...sample.headers };
  const plain = toCurl({ url, headers, body: sample.body });
  switch (verifier.type) {
    case "noop":
      return plain;
    case "basic_auth":
      return `CREDENTIALS='USER:PASSWORD'\n${plain} \\\n  -u "$CREDENTIALS"`;
    case "api_key": {
      const { header_name } = verifier.api_key as { header_name: string };
      return `KEY='YOUR_KEY'\n${plain} \\\n  -H ${quoteForShell(`${header_name}: `)}"$KEY"`;
    }
    case "hmac": {
      const hmac = verifier.hmac as Hmac;
      return [
        "SECRET='YOUR_SECRET'",
        `BODY='${sample.body}'`,
        `SIGNATURE=$(printf %s "$BODY" | openssl dgst -${toOpenSslName(hmac.hash)} -hmac "$SECRET" ${ENCODERS[hmac.encoding]})`,
        `${toCurl({ url, headers, body: "" })} \\\n  -H ${quoteForShell(`${hmac.header}: `)}"$SIGNATURE" \\\n  --data-binary "$BODY"`,
      ].join("\n");
    }
  }
}

const ENCODERS: Record<HmacEncoding, string> = {
  hex: "-hex | sed 's/^.* //'",
  base64: "-binary | openssl base64 -A",
  base64url: "-binary | openssl base64 -A | tr '+/' '-_' | tr -d '='",
};

function toOpenSslName(hash: HmacHash): string {
  return hash.toLowerCase().replace("_", "-");
}
