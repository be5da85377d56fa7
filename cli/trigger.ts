import { z } from "zod";
import { listTriggers, readTrigger } from "@/cli/trigger/event-name";
import { postSamples } from "@/cli/trigger/post-samples";
import { requestSamples } from "@/cli/trigger/request-samples";
import { HttpUrl } from "@/lib/wire/fields";

const MAX_COUNT = 1_000;
const COUNT_HINT = `Give a number from 1 to ${MAX_COUNT}.`;

export const TriggerOptions = z
  .object({
    to: HttpUrl.optional(),
    secret: z.string().min(1, "Give what the source shares with the provider.").optional(),
    url: HttpUrl.optional(),
    key: z.string().min(1, "Give an API key of the role admin.").optional(),
    source: z.uuid("Give a source's identifier.").optional(),
    count: z.coerce.number(COUNT_HINT).int(COUNT_HINT).min(1, COUNT_HINT).max(MAX_COUNT, COUNT_HINT).default(1),
  })
  .superRefine((given, context) => {
    const lacking = given.source === undefined ? findLackingHere(given) : findLackingThere(given);
    if (lacking) context.addIssue({ code: "custom", path: [lacking.option], message: lacking.message });
  });
export type TriggerOptions = z.input<typeof TriggerOptions>;

type Given = Partial<Record<"to" | "secret" | "url" | "key", string | undefined>>;
type Lacking = { option: keyof Given | "source"; message: string } | null;

/** What is missing to sign here. */
function findLackingHere({ to, secret }: Given): Lacking {
  if (to === undefined) {
    return { option: "to", message: "Give the source's ingest URL, or --source with --url and --key." };
  }
  if (secret !== undefined) return null;
  const message = "Give what the source shares with the provider, or set HOOKYARD_SOURCE_SECRET.";
  return { option: "secret", message };
}

/** What is missing, or too much, for the server to sign. */
function findLackingThere({ to, url, key }: Given): Lacking {
  if (to !== undefined) return { option: "source", message: "Leave it out where --to says where the sample goes." };
  if (url === undefined) return { option: "url", message: "Say where Hookyard is, for --source." };
  if (key !== undefined) return null;
  return { option: "key", message: "Give an API key of the role admin, or set HOOKYARD_API_KEY, for --source." };
}

type Print = (line: string) => void;

/**
 * Sends samples of a provider's event to a source, signed as the provider signs, and reports the answers. Returns whether
 * all were accepted. With `to` they are signed here with `secret`; with `source` by the server, which has the secret.
 */
export async function trigger(name: string | undefined, options: TriggerOptions, print: Print): Promise<boolean> {
  const wanted = readTrigger(name);
  const { to = "", secret = "", url = "", key = "", source, count } = TriggerOptions.parse(options);
  if (source === undefined) return postSamples(wanted, { to, secret, count }, print);
  return requestSamples(wanted, { url, key, source, count }, print);
}

/** Prints the events that `trigger` can send: of one provider, or of all of them a line each. */
export function listEvents(provider: string | true, print: Print): void {
  for (const line of listTriggers(provider === true ? undefined : provider)) print(line);
}
