import { newIdAt } from "@/lib/kernel/ids";
import type { IncidentRow } from "@/lib/nouns/incidents/presenters";
import type { CauseNote } from "@/lib/queue/cause-notes";

/** The state of an incident that notes change. */
export type State = Pick<
  IncidentRow,
  | "project_id"
  | "id"
  | "endpoint_id"
  | "code"
  | "response_status"
  | "detail"
  | "error_message"
  | "first_seen_at"
  | "last_seen_at"
  | "attempts"
  | "last_delivery_id"
  | "answered_at"
  | "announced_at"
  | "recovered_at"
  | "recovery"
>;

/** What a batch of notes change. */
export type Folded = {
  /** Incidents with their new state; new ones are among them. */
  readonly incidents: readonly State[];
  /** The incidents that are to be announced now. */
  readonly announced: readonly State[];
  /** Failed deliveries of incidents, each pair once. */
  readonly deliveries: readonly { incidentId: string; projectId: string; deliveryId: string }[];
  readonly counts: readonly { incidentId: string; projectId: string; at: Date; attempts: number }[];
};

/** An incident is announced when this many attempts failed: one that the next attempt mends disturbs nobody. */
const ANNOUNCED_FROM = 3;
/** A cause that comes back within this time after its recovery is the same incident. */
const REOPENED_WITHIN_MS = 15 * 60_000;
/** From this number of incidents of an endpoint on, causes are no longer told apart by their detail. */
const MAX_TOLD_APART = 20;
const COUNTED_MS = 300_000;

/**
 * Adds noted attempts to incidents, in the order in which they ended. `known` are the incidents of their endpoints that
 * have not recovered, or not long ago; it is not changed.
 */
export function foldNotes(notes: readonly CauseNote[], known: readonly State[], now: Date): Folded {
  const folding = new Folding(known);
  for (const note of [...notes].sort((a, b) => a.ended_at.getTime() - b.ended_at.getTime())) folding.add(note);
  return folding.end(now);
}

class Folding {
  readonly #byEndpoint = new Map<string, State[]>();
  readonly #changed = new Map<string, State>();
  readonly #deliveries = new Map<string, Folded["deliveries"][number]>();
  readonly #counts = new Map<string, { incidentId: string; projectId: string; at: Date; attempts: number }>();

  constructor(known: readonly State[]) {
    for (const state of known) this.#of(state.endpoint_id).push({ ...state });
  }

  add(note: CauseNote): void {
    if (note.code === null) this.#answer(note);
    else this.#fail(note, note.code);
  }

  end(now: Date): Folded {
    const incidents = [...this.#changed.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const announced = incidents.filter((one) => one.announced_at === null && one.attempts >= ANNOUNCED_FROM);
    for (const one of announced) one.announced_at = now;
    return { incidents, announced, deliveries: [...this.#deliveries.values()], counts: [...this.#counts.values()] };
  }

  #of(endpointId: string): State[] {
    const states = this.#byEndpoint.get(endpointId) ?? [];
    this.#byEndpoint.set(endpointId, states);
    return states;
  }

  #answer({ endpoint_id, ended_at }: CauseNote): void {
    for (const state of this.#of(endpoint_id)) {
      if (state.recovered_at || state.answered_at || state.last_seen_at >= ended_at) continue;
      state.answered_at = ended_at;
      this.#changed.set(state.id, state);
    }
  }

  #fail(note: CauseNote, code: State["code"]): void {
    const state = this.#find(note, code);
    state.attempts += note.attempts;
    state.error_message = note.error_message;
    state.last_delivery_id = note.delivery_ids.at(-1) ?? state.last_delivery_id;
    if (note.ended_at > state.last_seen_at) state.last_seen_at = note.ended_at;
    state.answered_at = null;
    state.recovered_at = null;
    state.recovery = null;
    this.#changed.set(state.id, state);
    this.#note(state, note);
  }

  /** The present incident of a cause, one that recovered a short while ago, or a new one. */
  #find(note: CauseNote, code: State["code"]): State {
    const states = this.#of(note.endpoint_id);
    const detail = this.#isTold(states, note, code) ? note.detail : "";
    const same = states.filter(
      (one) => one.code === code && one.response_status === note.response_status && one.detail === detail,
    );
    const found = same.find((one) => !one.recovered_at) ?? same.find((one) => isRecent(one, note.ended_at));
    if (found) return found;
    const state = toNew(note, code, detail);
    states.push(state);
    return state;
  }

  #isTold(states: readonly State[], { detail, response_status }: CauseNote, code: State["code"]): boolean {
    const present = states.filter((one) => !one.recovered_at);
    if (present.length < MAX_TOLD_APART) return true;
    return present.some((one) => one.code === code && one.response_status === response_status && one.detail === detail);
  }

  #note({ id: incidentId, project_id: projectId }: State, { delivery_ids, ended_at, attempts }: CauseNote): void {
    for (const deliveryId of delivery_ids) {
      this.#deliveries.set(`${incidentId} ${deliveryId}`, { incidentId, projectId, deliveryId });
    }
    const at = new Date(Math.floor(ended_at.getTime() / COUNTED_MS) * COUNTED_MS);
    const key = `${incidentId} ${at.getTime()}`;
    const counted = this.#counts.get(key);
    if (counted) counted.attempts += attempts;
    else this.#counts.set(key, { incidentId, projectId, at, attempts });
  }
}

function isRecent({ recovered_at, recovery }: State, at: Date): boolean {
  return recovered_at !== null && recovery === "answered" && at.getTime() - recovered_at.getTime() < REOPENED_WITHIN_MS;
}

function toNew(note: CauseNote, code: State["code"], detail: string): State {
  return {
    project_id: note.project_id,
    id: newIdAt(note.ended_at),
    endpoint_id: note.endpoint_id,
    code,
    response_status: note.response_status,
    detail,
    error_message: note.error_message,
    first_seen_at: note.ended_at,
    last_seen_at: note.ended_at,
    attempts: 0,
    last_delivery_id: note.delivery_ids[0] ?? note.endpoint_id,
    answered_at: null,
    announced_at: null,
    recovered_at: null,
    recovery: null,
  };
}
