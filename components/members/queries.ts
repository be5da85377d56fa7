import { type Query, read } from "@/components/data/read";

export const memberListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/members", { projectID }, query);

/** The invitations that can still be accepted: the newest hundred. */
export const openInvitationsRead = (projectID: string) =>
  read("/v1/projects/{projectID}/invitations", { projectID }, { status: "open", perPage: 100 });
