import NextAuth from "next-auth";
import { createAuthOptions } from "@/lib/next/auth";
import { getRegistration } from "@/lib/next/mount";

type RouteContext = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: RouteContext) => Promise<Response>;

let handler: Promise<Handler> | undefined;

/** Everything below /api/auth. One handler per process, because it counts failed sign-ins. */
export async function handleAuth(request: Request, context: RouteContext): Promise<Response> {
  handler ??= getRegistration().then(({ runtime }) => NextAuth(createAuthOptions(runtime)) as Handler);
  return (await handler)(request, context);
}
