import type { ProjectContext } from "@/lib/db/context";
import { conflict } from "@/lib/kernel/errors";
import type { DeliveryRow } from "@/lib/nouns/deliveries/list-rows";
import { loadSent } from "@/lib/nouns/deliveries/load-sent";
import { loadEvents } from "@/lib/nouns/events/load";
import type { Told } from "@/lib/sending/build-request";
import { NoFormError } from "@/lib/wire/form-body";
import { UrlTemplateError } from "@/lib/wire/url-template";

/**
 * Reads what the requests of a delivery are made of, without leasing it: for what looks at them, or sends one as a test.
 * Throws `conflict` if its payload is past the retention.
 */
export async function readStored(ctx: ProjectContext, row: DeliveryRow): Promise<{ told: Told; payload: Buffer }> {
  const events = await loadEvents(ctx, [row.event_id], "full");
  const sent = (await loadSent(ctx, [row], events)).get(row.id);
  if (!sent || !events.has(row.event_id)) throw conflict("The event's payload is past its retention.");
  const told: Told = {
    deliveryId: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    numTrials: row.num_trials,
    headers: sent.headers,
    urlQueryParams: row.url_query_params,
  };
  return { told, payload: sent.payload };
}

/** What is made of a stored payload; throws `conflict` where it cannot be the form, or fill the URL, of its endpoint. */
export async function orConflict<T>(make: () => T | Promise<T>, advice = ""): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof NoFormError || error instanceof UrlTemplateError)
      throw conflict(`${error.message} ${advice}`.trim());
    throw error;
  }
}
