import { getMe } from "@/lib/api/me";
import { Me } from "@/lib/api/me-schema";
import { defineRoute } from "@/lib/api/route";

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
    handler: ({ ctx }) => getMe(ctx),
  }),
];
