import type { RequestListener } from "node:http";
import { ForeignStorages } from "@/lib/kernel/async-storages";

/** What goes on after the last answer, such as the rendering of a page that nobody waits for any more, has as long to end. */
const REST_MS = 5_000;

/** Serves pages, and ends what the rendering of pages costs everything else once nobody has asked for one for a while. */
export function restingPages(pages: RequestListener): RequestListener {
  const storages = new ForeignStorages();
  storages.watch();
  let inProgress = 0;
  let timer: NodeJS.Timeout | undefined;
  return (request, response) => {
    clearTimeout(timer);
    inProgress += 1;
    response.once("close", () => {
      inProgress -= 1;
      if (inProgress === 0) timer = setTimeout(() => storages.rest(), REST_MS).unref();
    });
    pages(request, response);
  };
}
