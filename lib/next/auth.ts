import type { NextAuthOptions, Profile } from "next-auth";
import credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { HookyardError } from "@/lib/errors";
import { SESSION_SECONDS, usesSecureCookies } from "@/lib/next/session";
import { type Runtime, systemContext } from "@/lib/runtime";
import { findUser, findUserByOidcSubject } from "@/lib/users/queries";
import { SignIn } from "@/lib/users/schemas";
import { signInByOidc, signInByPassword } from "@/lib/users/sign-in";
import { createSignInLimiter } from "@/lib/users/sign-in-limiter";

declare module "next-auth" {
  interface Session {
    user: { id: string; email: string; name: string; isOwner: boolean };
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    /** `users.session_version` at sign-in: a session of an older one has ended. */
    version?: number;
  }
}

/** How people sign in: by password, and by OpenID Connect where OIDC_ISSUER names a provider. */
export function createAuthOptions(runtime: Runtime): NextAuthOptions {
  const ctx = systemContext(runtime);
  return {
    secret: runtime.sessionSecret,
    useSecureCookies: usesSecureCookies(runtime.env),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [passwordProvider(runtime), ...oidcProviders(runtime)],
    logger: {
      error: (code, metadata) => runtime.log.warn({ code, err: causeOf(metadata) }, "sign-in failed"),
      warn: () => {},
      debug: () => {},
    },
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.type !== "oauth") return true;
        const user = await signInByOidc(ctx, toOidcProfile(profile));
        return user !== null || "/sign-in?error=AccessDenied";
      },
      async jwt({ token, user, account }) {
        if (account) {
          const person =
            account.type === "oauth"
              ? await findUserByOidcSubject(ctx, account.providerAccountId)
              : await findUser(ctx, user.id);
          if (!person) throw new Error("This person was deleted while signing in.");
          return { sub: person.id, email: person.email, name: person.name, version: person.session_version };
        }
        const person = token.sub ? await findUser(ctx, token.sub) : null;
        if (person?.session_version !== token.version) throw new Error("This session has ended.");
        return token;
      },
      async session({ session, token }) {
        const person = token.sub ? await findUser(ctx, token.sub) : null;
        if (!person) throw new Error("This session has ended.");
        const { id, email, name, is_owner: isOwner } = person;
        return { ...session, user: { id, email, name, isOwner } };
      },
    },
  };
}

function passwordProvider(runtime: Runtime) {
  const limiter = createSignInLimiter(runtime.clock);
  return credentials({
    name: "Email and password",
    credentials: { email: { type: "email" }, password: { type: "password" } },
    async authorize(given, request) {
      const input = SignIn.safeParse(given);
      if (!input.success) return null;
      const address = String(request.headers?.["x-hookyard-address"] ?? "unknown");
      try {
        const user = await signInByPassword(systemContext(runtime), { ...input.data, address }, limiter);
        return user && { id: user.id, email: user.email, name: user.name };
      } catch (error) {
        // next-auth shows an error's message to the visitor: only ours are meant for them.
        if (error instanceof HookyardError) throw error;
        runtime.log.error({ err: error }, "sign-in could not be checked");
        throw new Error("Signing in is not possible at the moment. Try again soon.");
      }
    },
  });
}

function oidcProviders({ env }: Runtime): OAuthConfig<Profile>[] {
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

function toOidcProfile(profile: Profile | undefined) {
  const { sub = "", email, email_verified: verified } = (profile ?? {}) as Profile & { email_verified?: unknown };
  return { sub, email, email_verified: verified === true || verified === "true" };
}

function causeOf(metadata: unknown): unknown {
  return metadata instanceof Error ? metadata : (metadata as { error?: unknown } | undefined)?.error;
}
