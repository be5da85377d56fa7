import type { Ask } from "@/lib/db/ask";
import { type CauseNote, TAKE_CAUSES } from "@/lib/queue/cause-notes";
import { foldNotes, type State } from "@/lib/upkeep/incidents/fold";
import {
  ADD_COUNTS,
  ADD_DELIVERIES,
  FIND_INCIDENTS,
  NAME_ENDPOINTS,
  type Named,
  type Of,
  WRITE_INCIDENTS,
} from "@/lib/upkeep/incidents/statements";

/** How many notes, or incidents, a transaction works on. */
export const AT_ONCE = 2_000;

type Noted = {
  /** Incidents that are to be announced, in the same transaction. */
  readonly announced: readonly State[];
  readonly named: readonly Named[];
  readonly isMore: boolean;
};

/** Moves a batch of what settling has noted into incidents, in the caller's transaction. Drops what is of deleted endpoints. */
export async function foldNoted(ask: Ask, now: Date): Promise<Noted> {
  const notes = await ask<CauseNote>(TAKE_CAUSES(AT_ONCE));
  const endpoints = endpointsOf(notes);
  const named = await ask<Named>(NAME_ENDPOINTS(endpoints));
  const known = await ask<State>(FIND_INCIDENTS(endpoints));
  const exists = new Set(named.map(({ endpointId }) => endpointId));
  const present = notes.filter(({ endpoint_id }) => exists.has(endpoint_id));
  const { incidents, announced, deliveries, counts } = foldNotes(present, known, now);
  if (incidents.length > 0) await ask(WRITE_INCIDENTS(incidents));
  if (deliveries.length > 0) await ask(ADD_DELIVERIES(deliveries));
  if (counts.length > 0) await ask(ADD_COUNTS(counts));
  return { announced, named, isMore: notes.length === AT_ONCE };
}

function endpointsOf(notes: readonly CauseNote[]): Of[] {
  const found = new Map(notes.map(({ endpoint_id, project_id }) => [endpoint_id, project_id]));
  return [...found].map(([endpointId, projectId]) => ({ endpointId, projectId }));
}
