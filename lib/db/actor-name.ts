import type { Actor } from "@/lib/db/context";

/** The name of an actor, as reasons of states and authors show it. */
export function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case "api_key":
      return `the API key ${actor.name}`;
    case "user":
      return actor.email;
    case "system":
    case "anonymous":
      return "Hookyard";
  }
}
