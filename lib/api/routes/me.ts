import { databasesOf } from "@/lib/api/databases-of";
import { getMe } from "@/lib/api/me";
import { Me } from "@/lib/api/me-schema";
import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { systemClock } from "@/lib/kernel/clock";
import { changeOwnPassword } from "@/lib/nouns/users/change-password";
import { updateMe } from "@/lib/nouns/users/own-account";
import { ChangePassword, Session, UpdateMe } from "@/lib/nouns/users/schemas";
import { endOtherSessions, endOwnSession, listOwnSessions } from "@/lib/nouns/users/sessions";
import { createSignInLimiter } from "@/lib/nouns/users/sign-in-limiter";
import { Paging } from "@/lib/wire/list-query";

const limiter = createSignInLimiter(systemClock);

export const meRoutes = [
  defineRoute({
    id: "getMe",
    method: "get",
    path: "/v1/me",
    permission: "read",
    tag: "Projects",
    summary: "Who am I",
    description: "The key or the signed-in person who asks, and the projects they may use, each with their role in it.",
    response: Me,
    message: "Caller fetched",
    handler: ({ ctx, services }) => getMe(ctx, databasesOf(services, ctx.actor)),
  }),
  defineRoute({
    id: "updateMe",
    method: "put",
    path: "/v1/me",
    permission: "read",
    audit: "domain",
    tag: "Projects",
    summary: "Change my name",
    description: "Only for a signed-in person.",
    body: UpdateMe,
    response: Me,
    message: "Name changed",
    async handler({ ctx, body, services }) {
      await updateMe(ctx, body);
      return getMe(ctx, databasesOf(services, ctx.actor));
    },
  }),
  defineRoute({
    id: "listSessions",
    method: "get",
    path: "/v1/me/sessions",
    permission: "read",
    tag: "Projects",
    summary: "List my sessions",
    description: "The browsers in which I am signed in. Only for a signed-in person.",
    query: Paging,
    response: pageOf(Session),
    message: "Sessions fetched",
    handler: ({ ctx, query }) => listOwnSessions(ctx, query),
  }),
  defineRoute({
    id: "endSession",
    method: "delete",
    path: "/v1/me/sessions/{sessionID}",
    permission: "read",
    audit: "domain",
    tag: "Projects",
    summary: "Sign me out in one browser",
    description: "Only for a signed-in person. The session ends at once; the one that asks may be ended too.",
    response: Session,
    message: "Session ended",
    errors: ["not_found"],
    handler: ({ ctx, params }) => endOwnSession(ctx, params.sessionID),
  }),
  defineRoute({
    id: "endOtherSessions",
    method: "delete",
    path: "/v1/me/sessions",
    permission: "read",
    audit: "domain",
    renewsSession: true,
    tag: "Projects",
    summary: "Sign me out everywhere else",
    description:
      "Only for a signed-in person. Every other session of theirs ends; the one that asks goes on with the new cookie of this answer.",
    response: Me,
    message: "Other sessions ended",
    async handler({ ctx, services }) {
      await endOtherSessions(ctx);
      return getMe(ctx, databasesOf(services, ctx.actor));
    },
  }),
  defineRoute({
    id: "changePassword",
    method: "put",
    path: "/v1/me/password",
    permission: "read",
    audit: "domain",
    renewsSession: true,
    tag: "Projects",
    summary: "Change my password",
    description:
      "Only for a signed-in person. Every other session of theirs ends; the one that asks goes on with the new cookie of this answer. After five wrong present passwords it waits a quarter of an hour.",
    body: ChangePassword,
    response: Me,
    message: "Password changed",
    errors: ["conflict"],
    async handler({ ctx, body, services }) {
      await changeOwnPassword(ctx, body, limiter);
      return getMe(ctx, databasesOf(services, ctx.actor));
    },
  }),
];
