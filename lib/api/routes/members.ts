import { forgetApiKeys } from "@/lib/api/key-cache";
import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { addMember, updateMember } from "@/lib/nouns/members/mutations";
import { listMembers } from "@/lib/nouns/members/queries";
import { AddMember, ListMembers, Member, RemovedMember, UpdateMember } from "@/lib/nouns/members/schemas";
import { removeMemberWithViews } from "@/lib/nouns/removals/remove-member-with-views";

export const memberRoutes = [
  defineRoute({
    id: "listMembers",
    method: "get",
    path: "/v1/projects/{projectID}/members",
    permission: "administer",
    tag: "Members",
    summary: "List members",
    description: "The people with a role in the project, and the installation's owner, who is admin everywhere.",
    query: ListMembers,
    response: pageOf(Member),
    message: "Members fetched",
    handler: ({ ctx, query }) => listMembers(ctx, query),
  }),
  defineRoute({
    id: "addMember",
    method: "post",
    path: "/v1/projects/{projectID}/members",
    permission: "people",
    audit: "domain",
    tag: "Members",
    summary: "Add a member",
    description:
      "Somebody who has an account in this installation whose email is proven to be theirs. Whoever has none is invited by a link instead, which proves it.",
    body: AddMember,
    response: Member,
    status: 201,
    message: "Member added",
    errors: ["duplicate"],
    handler: ({ ctx, body }) => addMember(ctx, body),
  }),
  defineRoute({
    id: "updateMember",
    method: "put",
    path: "/v1/projects/{projectID}/members/{memberID}",
    permission: "people",
    audit: "domain",
    tag: "Members",
    summary: "Change a member's role",
    description:
      "Counts from their next request on. A lower role also revokes the keys of higher roles that they made in the project, and open invitations to and from them. Conflict for the installation's owner, and for the project's last admin unless the owner asks.",
    body: UpdateMember,
    response: Member,
    message: "Member updated",
    errors: ["conflict"],
    async handler({ ctx, params, body }) {
      const member = await updateMember(ctx, params.memberID, body);
      forgetApiKeys(ctx.projectId);
      return member;
    },
  }),
  defineRoute({
    id: "removeMember",
    method: "delete",
    path: "/v1/projects/{projectID}/members/{memberID}",
    permission: "people",
    audit: "domain",
    inArchive: "served",
    tag: "Members",
    summary: "Remove a member",
    description:
      "They cannot use the project from their next request on, and the API keys of the project that they made are revoked, also those made with a key of theirs, and open invitations to and from them; their own views are removed, and their account stays. Conflict for the installation's owner, and for the project's last admin unless the owner asks.",
    response: RemovedMember,
    message: "Member removed",
    errors: ["conflict"],
    async handler({ ctx, params }) {
      const member = await removeMemberWithViews(ctx, params.memberID);
      forgetApiKeys(ctx.projectId);
      return member;
    },
  }),
];
