import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The person whom the provider vouches for. */
export type Person = { sub: string; email: string; email_verified: boolean };

/** A small OpenID Connect provider that signs everybody in as one person. */
export type IdentityProvider = { issuer: string; becomes(person: Person): void; close(): Promise<void> };

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const CLIENT_ID = "hookyard-tests";

/** Starts a provider on a free loopback port: the code flow with signed id tokens, by OpenID Connect Core 1.0. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let person: Person = { sub: "nobody", email: "nobody@example.com", email_verified: true };
  let issuer = "";
  const nonces = new Map<string, string | null>();

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return answer(response, discovery(issuer));
      case "/keys":
        return answer(response, {
          keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }],
        });
      case "/authorize": {
        const code = crypto.randomUUID();
        nonces.set(code, url.searchParams.get("nonce"));
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        back.searchParams.set("code", code);
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        return response.writeHead(302, { Location: back.href }).end();
      }
      case "/token":
        return readForm(request).then((form) => {
          const nonce = nonces.get(form.get("code") ?? "");
          answer(response, {
            access_token: "a",
            token_type: "Bearer",
            id_token: idToken({ ...person, iss: issuer, nonce }),
          });
        });
      default:
        return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    becomes(next) {
      person = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The settings of a copy that trusts this provider. */
export function singleSignOn(provider: IdentityProvider): Record<string, string> {
  return { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: "secret", OIDC_NAME: "Tests" };
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

function idToken(claims: Record<string, unknown>): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: "RS256", kid: "1" },
    { ...claims, aud: CLIENT_ID, iat: now, exp: now + 300 },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey).toString("base64url")}`;
}

async function readForm(request: AsyncIterable<Buffer>): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
