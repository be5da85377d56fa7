import NextAuth from "next-auth";
import { createAuthOptions, toAnswer, type Visit } from "@/lib/next/auth";
import { markDevice, readKnownDevice } from "@/lib/next/known-device";
import { getRegistration } from "@/lib/next/mount";

type RouteContext = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: RouteContext) => Promise<Response>;

/** Handles everything below /api/auth. */
export async function handleAuth(request: Request, context: RouteContext): Promise<Response> {
  const { runtime, signIns } = await getRegistration();
  const visit: Visit = {
    address: request.headers.get("x-hookyard-address") ?? "",
    userAgent: request.headers.get("user-agent") ?? "",
    device: await readKnownDevice(runtime, request.headers.get("cookie")),
    begun: null,
    outage: null,
  };
  const handle = NextAuth(createAuthOptions(runtime, signIns, visit)) as Handler;
  const response = toAnswer(visit, await handle(request, context));
  if (visit.begun && visit.device?.userId !== visit.begun.userId) {
    response.headers.append("set-cookie", await markDevice(runtime, visit.begun.userId));
  }
  return response;
}
