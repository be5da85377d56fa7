import type { Provider } from "@/lib/providers/provider";
import type { Received } from "./received";

/** The type that a request of a provider names; null if it names none. */
export function readEventType({ eventType }: Provider, received: Received): string | null {
  for (const places of eventType) {
    const texts = places.map((place) => received.read(place));
    if (texts.every((text) => text !== null)) return texts.join(".");
  }
  return null;
}
