import type { NextAuthOptions, Profile } from "next-auth";
import credentials from "next-auth/providers/credentials";
import type { Context } from "@/lib/db/context";
import { HookyardError } from "@/lib/kernel/errors";
import type { SignInMethod } from "@/lib/kernel/vocabulary";
import { usesSecureCookies } from "@/lib/next/cookies";
import { oidcProviders } from "@/lib/next/oidc-providers";
import { sessionLimits } from "@/lib/next/session";
import { joinBySingleSignOn } from "@/lib/nouns/members/join-by-single-sign-on";
import { findUser, type UserRow } from "@/lib/nouns/users/queries";
import { SignIn } from "@/lib/nouns/users/schemas";
import { findLiveSession, signOut, startSession } from "@/lib/nouns/users/sessions";
import { type KnownDevice, type SignInDesk, signInByOidc, signInByPassword } from "@/lib/nouns/users/sign-in";
import { type Runtime, systemContext } from "@/lib/program/runtime";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

declare module "next-auth" {
  interface Session {
    user: { id: string; email: string; name: string; isOwner: boolean };
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    /** The row of `sessions` that this cookie depends on. */
    sid?: string;
    /** Part of the cookie that marks a known browser. */
    did?: string;
  }
}

/** The browser of a request, and the session that the request started, if any. */
export type Visit = {
  address: string;
  userAgent: string;
  device: KnownDevice | null;
  begun: { userId: string; sessionId: string } | null;
  /** Set if the database could not say whether the session is live. */
  outage: HookyardError | null;
};

/**
 * Turns an answer of next-auth into the visitor's: with the database unreachable a 503 that leaves the cookies as they
 * are.
 */
export function toAnswer({ outage }: Visit, response: Response): Response {
  if (!outage) return response;
  const { status, message, retryAfter = 1 } = outage;
  return Response.json(
    { message },
    { status, headers: { "Retry-After": String(retryAfter), "Cache-Control": "no-store" } },
  );
}

/** The ways to sign in, for one request: by password, and by OpenID Connect if OIDC_ISSUER names a provider. */
export function createAuthOptions(runtime: Runtime, signIns: SignInDesk, visit: Visit): NextAuthOptions {
  const request = { id: "", address: visit.address, isAudited: false };
  const ctx: Context = { ...systemContext(runtime), request };
  const limits = sessionLimits(runtime.env);
  const begin = async (user: UserRow, method: SignInMethod) => {
    visit.begun = { userId: user.id, sessionId: await startSession(ctx, { user, method, browser: visit, limits }) };
  };
  // next-auth takes every error here for the end of the session and deletes the cookie, so an outage is reported
  // separately.
  const look = async <Row>(row: Promise<Row>): Promise<Row> => {
    try {
      return await row;
    } catch (error) {
      const told = toHookyardError(error);
      if (told.code === "unavailable") visit.outage = told;
      throw error;
    }
  };
  return {
    secret: runtime.sessionSecret,
    useSecureCookies: usesSecureCookies(runtime.env),
    session: { strategy: "jwt", maxAge: limits.absoluteMs / 1000 },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [passwordProvider({ runtime, ctx, signIns, visit, begin }), ...oidcProviders(runtime)],
    logger: {
      error: (code, metadata) => runtime.log.warn({ code, err: causeOf(metadata) }, "sign-in failed"),
      warn: () => {},
      debug: () => {},
    },
    events: {
      async signOut({ token }) {
        if (token?.sid) await signOut(ctx, token.sid);
      },
    },
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.type !== "oauth") return true;
        const given = toOidcProfile(profile);
        const user = await joinBySingleSignOn(ctx, given, await signInByOidc(ctx, given));
        if (user) await begin(user, "oidc");
        else signIns.failures.note({ email: given.email ?? "", address: visit.address });
        return user !== null || "/sign-in?error=AccessDenied";
      },
      async jwt({ token, account }) {
        if (account) {
          if (!visit.begun) throw new Error("This sign-in did not begin a session.");
          return { sub: visit.begun.userId, sid: visit.begun.sessionId };
        }
        const session = token.sid ? await look(findLiveSession(ctx, token.sid, ctx.clock.now())) : null;
        if (!session || session.user_id !== token.sub) throw new Error("This session has ended.");
        return { sub: session.user_id, sid: session.id };
      },
      async session({ session, token }) {
        const person = token.sub ? await look(findUser(ctx, token.sub)) : null;
        if (!person) throw new Error("This session has ended.");
        const { id, email, name, is_owner: isOwner } = person;
        return { ...session, user: { id, email, name, isOwner } };
      },
    },
  };
}

type PasswordParts = {
  runtime: Runtime;
  ctx: Context;
  signIns: SignInDesk;
  visit: Visit;
  begin(user: UserRow, method: SignInMethod): Promise<void>;
};

function passwordProvider({ runtime, ctx, signIns, visit, begin }: PasswordParts) {
  return credentials({
    name: "Email and password",
    credentials: { email: { type: "email" }, password: { type: "password" } },
    async authorize(given) {
      const input = SignIn.safeParse(given);
      if (!input.success) return null;
      const { address, device } = visit;
      try {
        const user = await signInByPassword(ctx, { ...input.data, address, device }, signIns);
        if (user) await begin(user, "password");
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

function toOidcProfile(profile: Profile | undefined) {
  const { sub = "", email, name, email_verified: verified } = (profile ?? {}) as Profile & { email_verified?: unknown };
  return { sub, email, name: name?.trim().slice(0, 200), email_verified: verified === true || verified === "true" };
}

function causeOf(metadata: unknown): unknown {
  return metadata instanceof Error ? metadata : (metadata as { error?: unknown } | undefined)?.error;
}
