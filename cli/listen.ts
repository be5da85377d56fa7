import { hostname } from "node:os";
import { z } from "zod";
import { openSession, toHttpUrl } from "@/cli/listen/open-session";
import { pullUntil } from "@/cli/listen/pull-until";
import { HttpUrl } from "@/lib/wire/fields";

export const ListenOptions = z.object({
  url: HttpUrl,
  key: z.string().min(1, "Give an API key of the role operator or admin."),
  forwardTo: z.string().transform(toHttpUrl).pipe(HttpUrl),
  source: z.uuid("Give a source's identifier.").optional(),
  events: z
    .string()
    .transform((text) => text.split(",").map((type) => type.trim()))
    .optional(),
  endpoint: z.uuid("Give an endpoint's identifier.").optional(),
  device: z.string().trim().min(1, "Give the device a name.").max(200).default(hostname),
});
export type ListenOptions = z.input<typeof ListenOptions>;

/**
 * Receives a project's deliveries on this machine: registers it as a device, pulls, sends each to the local address and
 * reports the answers, until the signal. Requests in flight are finished.
 */
export async function listen(options: ListenOptions, print: (line: string) => void, stop: AbortSignal): Promise<void> {
  const parsed = ListenOptions.parse(options);
  const session = await openSession(parsed);
  const { device, subscription, project } = session;
  print(`Listening as ${device.host_name} in ${project.name}, for ${toWords(subscription)}.`);
  print(`Forwarding to ${parsed.forwardTo}${device.secret === "" ? "" : `, signed with ${device.secret}`}.`);
  await pullUntil(session, parsed.forwardTo, print, stop);
}

function toWords(subscription: {
  filter_config: { event_types: string[] };
  source_metadata: { name: string } | null;
}): string {
  const types = subscription.filter_config.event_types.join(", ");
  const from = subscription.source_metadata === null ? "" : ` from ${subscription.source_metadata.name}`;
  return `${types === "*" ? "all events" : types}${from}`;
}
