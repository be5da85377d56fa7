import { quoteForShell, toCurl } from "@/components/code/curl";
import { signInShell } from "@/components/sources/sign-in-shell";
import type { Source } from "@/lib/nouns/sources/schemas";
import { PLAIN_SAMPLE } from "@/lib/providers/plain-sample";
import type { Sample } from "@/lib/providers/provider";
import { plainHmac } from "@/lib/providers/scheme";
import type { HmacSettings } from "@/lib/providers/verifiers/verifier";

type Sendable = Pick<Source, "url" | "verifier">;

/**
 * A request that a source without a provider accepts, ready for the terminal; null if it accepts none. Credentials are
 * never shown, so the first line has a placeholder for the verifier's, and the command makes the proof itself.
 */
export function sampleCommand({ url, verifier }: Sendable): string | null {
  const plain = toCurl({
    url,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(jsonOf(PLAIN_SAMPLE)),
  });
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
      const { header, ...hmac } = verifier.hmac as HmacSettings;
      return signInShell(plainHmac(header, hmac), PLAIN_SAMPLE, url);
    }
    case "provider":
      return null;
  }
}

function jsonOf({ body }: Sample): unknown {
  return "json" in body ? body.json : body.form;
}
