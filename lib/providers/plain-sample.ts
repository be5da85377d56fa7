import type { Sample } from "@/lib/providers/provider";

/** The type of the event in PLAIN_SAMPLE. */
export const PLAIN_EVENT = "order.created";

const CONTENT = { type: PLAIN_EVENT, order: { id: 1001, total: 49.9, currency: "EUR" } };

/** What is sent to a source without a provider. */
export const PLAIN_SAMPLE: Sample = { headers: {}, body: { json: CONTENT } };

/** The plain sample of another event; its type is where a source may look for it first, too. */
export function toPlainSample(event: string, from: { header?: string | undefined; body?: string | undefined }): Sample {
  const { header, body } = from;
  const more = body === undefined ? {} : nest(body.split("."), event);
  return {
    headers: header === undefined ? {} : { [header]: event },
    body: { json: { ...CONTENT, type: event, ...more } },
  };
}

function nest(path: readonly string[], text: string): object {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), text) as object;
}
