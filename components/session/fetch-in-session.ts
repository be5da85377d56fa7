import { isPageHeld } from "@/components/forms/held-page";
import { askToSignIn, isSignInPutOff } from "@/components/session/ended-session";

/** The pages of people who are not signed in. */
const OPEN_PAGES = /^\/(sign-in|signed-in|setup|invite)(\/|$)/;

/**
 * Sends a request of a page. If its session has ended meanwhile, the person signs in again above the page, and the
 * request is repeated: nothing typed is lost. A page with nothing to lose is left for the one that signs in.
 */
export async function fetchInSession(request: Request): Promise<Response> {
  const repeated = request.clone();
  const answer = await fetch(request);
  if (answer.status !== 401 || OPEN_PAGES.test(window.location.pathname)) return answer;
  const isReading = request.method === "GET";
  if (isReading && !isPageHeld()) return leaveToSignIn();
  if (isReading && isSignInPutOff()) return sessionEnded();
  if (!(await askToSignIn())) return sessionEnded();
  const second = await fetch(repeated);
  return second.status === 401 ? sessionEnded() : second;
}

/** Leads to signing in and back to the same address. The page does not come to know an answer. */
function leaveToSignIn(): Promise<Response> {
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  return new Promise(() => {});
}

/** The refusal of /v1 in words for a person: those of the server are for programs. */
function sessionEnded(): Response {
  const message = "Your session has ended. Sign in again to go on.";
  return Response.json(
    { status: false, message, data: null, error: { code: "unauthorized", fields: [] } },
    { status: 401 },
  );
}
