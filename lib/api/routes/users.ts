import { forgetApiKeys } from "@/lib/api/key-cache";
import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { reactivateUser, suspendUser } from "@/lib/nouns/members/suspend-user";
import { listUsers } from "@/lib/nouns/users/list-users";
import { ListUsers, SuspendedUser, User } from "@/lib/nouns/users/schemas";

export const userRoutes = [
  defineRoute({
    id: "listUsers",
    method: "get",
    path: "/v1/users",
    permission: "own",
    tag: "People",
    summary: "List the people of the installation",
    description: "Everybody who has an account, whatever projects they are in.",
    query: ListUsers,
    response: pageOf(User),
    message: "People fetched",
    handler: ({ ctx, query }) => listUsers(ctx, query),
  }),
  defineRoute({
    id: "suspendUser",
    method: "put",
    path: "/v1/users/{userID}/suspend",
    permission: "own",
    audit: "domain",
    tag: "People",
    summary: "Suspend somebody",
    description:
      "They are signed out everywhere at once, cannot sign in, and every API key that they made in any project is revoked, also those made with a key of theirs, and so are open invitations to and from them. Their roles stay for when they are let in again. Conflict for the owner.",
    response: SuspendedUser,
    message: "Account suspended",
    errors: ["conflict"],
    async handler({ ctx, params }) {
      const { user, projectIds } = await suspendUser(ctx, params.userID);
      for (const projectId of new Set(projectIds)) forgetApiKeys(projectId);
      return user;
    },
  }),
  defineRoute({
    id: "reactivateUser",
    method: "put",
    path: "/v1/users/{userID}/reactivate",
    permission: "own",
    audit: "domain",
    tag: "People",
    summary: "Let somebody in again",
    description: "They may sign in and have the roles that they had. Keys that were revoked stay so.",
    response: User,
    message: "Account reactivated",
    errors: ["conflict"],
    handler: ({ ctx, params }) => reactivateUser(ctx, params.userID),
  }),
];
