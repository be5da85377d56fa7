import fc from "fast-check";
import { expect, it } from "vitest";
import { PayloadMemory } from "@/lib/sending/payload-memory";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Takes memory and records when it gets it. */
function taker(memory: PayloadMemory) {
  const began: string[] = [];
  const take = (name: string, project: string, bytes: number) => {
    void memory.take(project, bytes).then(() => began.push(name));
  };
  return { began, take };
}

it("lets projects take turns, and gives one project half of the memory", async () => {
  const memory = new PayloadMemory(100);
  const { began, take } = taker(memory);
  for (const n of [1, 2, 3]) take(`a${n}`, "a", 25);
  take("b1", "b", 50);
  await settled();
  expect(began).toEqual(["a1", "a2", "b1"]);
  take("c1", "c", 25);
  memory.give("a", 25);
  await settled();
  expect(began).toEqual(["a1", "a2", "b1", "a3"]);
  memory.give("b", 50);
  await settled();
  expect(began).toEqual(["a1", "a2", "b1", "a3", "c1"]);
});

it("reserves memory for a large payload whose turn it is, and lets one larger than the bound go alone", async () => {
  const memory = new PayloadMemory(100);
  const { began, take } = taker(memory);
  expect(memory.tryTake("a", 40)).toBe(true);
  take("large", "b", 90);
  take("small", "c", 10);
  await settled();
  expect([began, memory.tryTake("d", 1)]).toEqual([[], false]);
  memory.give("a", 40);
  await settled();
  expect(began).toEqual(["large", "small"]);
  memory.give("b", 90);
  take("huge", "a", 500);
  await settled();
  expect(began).toEqual(["large", "small"]);
  memory.give("c", 10);
  await settled();
  expect(began).toEqual(["large", "small", "huge"]);
});

it("keeps its bound, forgets nobody and is empty in the end, in any order of visits", async () => {
  const Visit = fc.record({ project: fc.constantFrom("a", "b", "c"), bytes: fc.integer({ min: 1, max: 120 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(Visit, { maxLength: 40 }),
      fc.infiniteStream(fc.nat({ max: 5 })),
      async (visits, picks) => {
        const memory = new PayloadMemory(100);
        const inside: typeof visits = [];
        let done = 0;
        const leave = () => {
          const [one] = inside.splice((picks.next().value as number) % inside.length, 1);
          if (one) memory.give(one.project, one.bytes);
          done += 1;
        };
        for (const visit of visits) {
          void memory.take(visit.project, visit.bytes).then(() => inside.push(visit));
          await settled();
          const used = inside.reduce((sum, { bytes }) => sum + bytes, 0);
          expect(inside.length === 1 || used <= 100).toBe(true);
          if (inside.length > 2) leave();
        }
        while (inside.length > 0) {
          leave();
          await settled();
        }
        expect(done).toBe(visits.length);
        expect(memory.tryTake("a", 1_000)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});
