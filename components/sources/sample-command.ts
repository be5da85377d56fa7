import { toCurl } from "@/components/code/curl";
import type { Source } from "@/lib/sources/schemas";

const SAMPLE = '{"type":"order.created","order":{"id":1001,"total":49.9,"currency":"EUR"}}';

/**
 * A request that the source takes, ready for the terminal. A verifier needs a credential that is not shown, so the
 * command has a place for it; an HMAC is computed by the command itself.
 */
export function sampleCommand(source: Pick<Source, "url" | "verifier">): string {
  const headers = { "content-type": "application/json" };
  const { verifier } = source;
  switch (verifier.type) {
    case "noop":
      return toCurl({ url: source.url, headers, body: SAMPLE });
    case "basic_auth":
      return `${toCurl({ url: source.url, headers, body: SAMPLE })} \\\n  -u 'USER:PASSWORD'`;
    case "api_key": {
      const name = textAt(verifier.api_key, "header_name");
      return toCurl({ url: source.url, headers: { ...headers, [name]: "YOUR_KEY" }, body: SAMPLE });
    }
    case "hmac":
      return hmacCommand(source.url, verifier.hmac);
  }
}

function hmacCommand(url: string, hmac: unknown): string {
  const header = textAt(hmac, "header");
  const digest = textAt(hmac, "hash").toLowerCase().replaceAll("_", "-");
  const encode = textAt(hmac, "encoding") === "hex" ? "-hex | sed 's/^.* //'" : "-binary | openssl base64 -A";
  return [
    `BODY='${SAMPLE}'`,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -${digest} -hmac 'YOUR_SECRET' ${encode})`,
    `curl -X POST '${url}' \\`,
    "  -H 'content-type: application/json' \\",
    `  -H "${header}: $SIGNATURE" \\`,
    '  --data-binary "$BODY"',
  ].join("\n");
}

function textAt(object: unknown, name: string): string {
  const value = (object as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : "";
}
