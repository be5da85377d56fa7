import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import type { CauseNote } from "@/lib/queue/cause-notes";
import { foldNotes, type State } from "@/lib/upkeep/incidents/fold";

const START = Date.UTC(2027, 0, 31, 9, 41);
const at = (seconds: number) => new Date(START + seconds * 1_000);
const [project_id, endpoint_id] = [newId(), newId()];

function failed(seconds: number, more: Partial<CauseNote> = {}): CauseNote {
  const cause = { code: "http" as const, response_status: 503, detail: "", error_message: null };
  return { project_id, endpoint_id, ...cause, ended_at: at(seconds), attempts: 1, delivery_ids: [newId()], ...more };
}
const answered = (seconds: number): CauseNote =>
  failed(seconds, { code: null, response_status: null, delivery_ids: [] });

const fold = (notes: CauseNote[], known: readonly State[] = []) => foldNotes(notes, known, at(1_000));

describe("failed attempts", () => {
  it("become one incident per endpoint and cause", () => {
    const other = newId();
    const { incidents } = fold([
      failed(0),
      failed(5),
      failed(1, { detail: "maintenance" }),
      failed(2, { code: "dns", response_status: null }),
      failed(3, { endpoint_id: other }),
    ]);
    expect(incidents.map(({ code, detail, attempts }) => [code, detail, attempts])).toEqual([
      ["http", "", 2],
      ["http", "maintenance", 1],
      ["dns", "", 1],
      ["http", "", 1],
    ]);
    expect(incidents[0]).toMatchObject({ first_seen_at: at(0), last_seen_at: at(5), answered_at: null });
  });

  it("are announced once, at the third", () => {
    const first = fold([failed(0), failed(1)]);
    expect(first.announced).toEqual([]);
    const second = fold([failed(2)], first.incidents);
    expect(second.announced).toHaveLength(1);
    expect(fold([failed(3)], second.incidents).announced).toEqual([]);
  });

  it("name each delivery of an incident once, and count per five minutes", () => {
    const delivery_ids = [newId(), newId()];
    const { deliveries, counts } = fold([
      failed(0, { delivery_ids, attempts: 2 }),
      failed(10, { delivery_ids, attempts: 2 }),
      failed(300, { delivery_ids: [delivery_ids[0] ?? ""] }),
    ]);
    expect(deliveries.map(({ deliveryId }) => deliveryId)).toEqual(delivery_ids);
    expect(counts.map(({ attempts }) => attempts)).toEqual([4, 1]);
  });

  it("of an endpoint that names its errors at random are told apart by status only from the 21st on", () => {
    const notes = Array.from({ length: 200 }, (_, i) => failed(i, { detail: `word ${i}` }));
    const { incidents } = fold(notes);
    expect(incidents).toHaveLength(21);
    expect(incidents.find(({ detail }) => detail === "")?.attempts).toBe(180);
  });
});

describe("an incident", () => {
  it("notes the first success since its last failure", () => {
    const { incidents } = fold([failed(0), answered(4), failed(5), answered(9), answered(12)]);
    expect(incidents[0]).toMatchObject({ last_seen_at: at(5), answered_at: at(9) });
    expect(fold([failed(13)], incidents).incidents[0]?.answered_at).toBeNull();
    expect(fold([answered(3)], fold([failed(5)]).incidents).incidents).toEqual([]);
  });

  it("is the same one when its cause comes back within 15 minutes after its recovery, later another", () => {
    const [one] = fold([failed(0)]).incidents;
    if (!one) throw new Error("There is no incident.");
    const recovered: State = { ...one, recovered_at: at(60), recovery: "answered" };
    const again = fold([failed(60 + 14 * 60)], [recovered]).incidents;
    expect(again).toMatchObject([{ id: one.id, attempts: 2, recovered_at: null, recovery: null }]);
    expect(fold([failed(60 + 16 * 60)], [recovered]).incidents[0]?.id).not.toBe(one.id);
  });

  it("leaves what was known unchanged", () => {
    const known = fold([failed(0)]).incidents;
    const before = structuredClone(known);
    fold([failed(1), answered(2)], known);
    expect(known).toEqual(before);
  });
});
