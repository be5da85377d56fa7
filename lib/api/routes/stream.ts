import type { Hono } from "hono";
import { authenticate, openProject } from "@/lib/api/auth";
import { admit, identify, type Mounting, mountRefusals, searchOf, toHonoPath } from "@/lib/api/border";
import type { AppEnv } from "@/lib/api/envelope";
import { SignalStream } from "@/lib/api/signal-stream";
import { STREAM_PATH } from "@/lib/api/stream-path";
import { tellUnknownParameters } from "@/lib/api/unknown-parameters";
import { HookyardError } from "@/lib/kernel/errors";
import { UNKNOWN_PARAMETERS_HEADER } from "@/lib/wire/parameter-names";

/** No proxy may keep an answer back until it is long, or shorten it. */
const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
} as const;

/** Errors that say that the caller may not read the project; any other says nothing about it. */
const REFUSALS = ["unauthorized", "forbidden", "not_found"];

/** Mounts the stream of a project's signals, which is open to whoever may read the project. */
export function mountStream(app: Hono<AppEnv>, mounting: Mounting): void {
  const { services, bridges } = mounting;
  app.get(toHonoPath(STREAM_PATH), async (c) => {
    const unknown = tellUnknownParameters(searchOf(c), []);
    if (unknown !== null) c.header(UNKNOWN_PARAMETERS_HEADER, unknown);
    const projectId = (c.req.param("projectID") ?? "").toLowerCase();
    const wanted = { projectId, permission: "read" } as const;
    const actor = await admit(c, wanted, mounting);
    await openProject(services, actor, wanted);
    if (c.req.method === "HEAD") return c.body(null, 200, STREAM_HEADERS);
    const credentials = identify(c);
    const stream = await SignalStream.open({
      hub: services.signals,
      projectId,
      callerId: "id" in actor ? actor.id : actor.kind,
      async mayRead() {
        try {
          await openProject(services, await authenticate(services, bridges, credentials), wanted);
          return true;
        } catch (error) {
          if (error instanceof HookyardError && REFUSALS.includes(error.code)) return false;
          throw error;
        }
      },
    });
    return c.body(stream.body, 200, STREAM_HEADERS);
  });
  mountRefusals(app, STREAM_PATH, { methods: ["GET", "HEAD"], limits: mounting.limits });
}
