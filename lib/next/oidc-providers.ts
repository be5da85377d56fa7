import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { Runtime } from "@/lib/program/runtime";

/** The identity providers of this installation. */
export function oidcProviders({ env }: Runtime): OAuthConfig<Profile>[] {
  if (!env.OIDC_ISSUER || !env.OIDC_CLIENT_ID) return [];
  return [
    {
      id: "oidc",
      name: env.OIDC_NAME,
      type: "oauth",
      wellKnown: `${env.OIDC_ISSUER.replace(/\/+$/, "")}/.well-known/openid-configuration`,
      clientId: env.OIDC_CLIENT_ID,
      ...(env.OIDC_CLIENT_SECRET && { clientSecret: env.OIDC_CLIENT_SECRET }),
      authorization: { params: { scope: "openid email profile" } },
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      profile: (profile) => ({ id: profile.sub ?? "", email: profile.email ?? null, name: profile.name ?? null }),
    },
  ];
}
