import { describe, expect, it } from "vitest";
import { longestPauseOf, type ProjectRun, p99Of, recoveryOf } from "@/bench/drills/servers/project-run";
import type { LoadedProject } from "@/bench/drills/servers/scene";
import { type DrilledOnServers, judge, standsUp } from "@/bench/drills/servers/server-drill";

/** What became of a request: when it was due, its status, when it was answered, and when its event arrived. */
type Request = readonly [dueAt: number, status: number, answeredAt: number, arrivedAt?: number];

function toRun(requests: readonly Request[]): ProjectRun {
  return {
    load: {
      firstNumber: 0,
      startedAt: 0,
      endedAt: 1_000,
      dueAt: Float64Array.from(requests, ([dueAt]) => dueAt),
      statuses: Uint16Array.from(requests, ([, status]) => status),
      answeredAt: Float64Array.from(requests, ([, , answeredAt]) => answeredAt),
      uids: requests.map(() => ""),
    },
    arrivedAt: Float64Array.from(requests, ([, , , arrivedAt = 0]) => arrivedAt),
  };
}

const toProject = (name: string) => ({ name }) as LoadedProject;

describe("a project's p99", () => {
  it("counts until an event is both answered and delivered", () => {
    const run = toRun([
      [0, 200, 30, 10],
      [100, 200, 110, 170],
    ]);
    expect([p99Of([run], [{ from: 0, to: 50 }]), p99Of([run], [{ from: 50, to: 150 }])]).toEqual([30, 70]);
  });

  it("is without end if an event did not arrive, or none was accepted", () => {
    expect(p99Of([toRun([[0, 503, 30]])], [{ from: 0, to: 50 }])).toBe(Number.POSITIVE_INFINITY);
    expect(p99Of([toRun([[0, 200, 30]])], [{ from: 0, to: 50 }])).toBe(Number.POSITIVE_INFINITY);
  });
});

it("a pause lasts from one acknowledgement to the next", () => {
  const requests: Request[] = [10, 20, 500, 510].map((at) => [at, 200, at]);
  expect(longestPauseOf(toRun([...requests, [100, 503, 100]]))).toBe(480);
});

describe("a project has recovered", () => {
  const earlier: Request = [10, 200, 20, 30];

  it("once events are accepted and none is refused any more", () => {
    const run = toRun([earlier, [110, 503, 120], [130, 200, 140, 150], [160, 503, 170], [180, 200, 190, 195]]);
    expect(recoveryOf(run, 100)).toBe(90);
  });

  it("once all that was accepted before has arrived", () => {
    expect(
      recoveryOf(
        toRun([
          [10, 200, 20, 400],
          [110, 200, 120, 130],
        ]),
        100,
      ),
    ).toBe(300);
  });

  it("not if its last request was refused, or an earlier event did not arrive", () => {
    expect(recoveryOf(toRun([earlier, [110, 200, 120, 130], [140, 503, 150]]), 100)).toBeNull();
    expect(
      recoveryOf(
        toRun([
          [10, 200, 20],
          [110, 200, 120, 130],
        ]),
        100,
      ),
    ).toBeNull();
  });
});

describe("a trouble of some projects", () => {
  const ann = toProject("ann");
  const ben = toProject("ben");
  const calm = [{ from: 0, to: 100 }];
  const judged = (requests: { ann: readonly Request[]; ben: readonly Request[] }, unsettled = 0) =>
    judge(
      { slowsOthersBelow: 2 },
      {
        disturbance: { concerned: [ann], meanwhile: { from: 100, to: 200 }, wrong: [] },
        calm,
        unsettled,
        runs: new Map([
          [ann, toRun(requests.ann)],
          [ben, toRun(requests.ben)],
        ]),
      },
    );
  const well: Request[] = [
    [10, 200, 20, 20],
    [110, 200, 129, 129],
  ];

  it("lets these be refused, and nobody else", () => {
    const refused: Request[] = [[110, 503, 115]];
    expect(judged({ ann: refused, ben: well })).toMatchObject({ refused: 1, wrong: [] });
    expect(judged({ ann: well, ben: [...well, ...refused] }).wrong).toEqual(["1 requests of others were refused."]);
  });

  it("lets no request fail in another way", () => {
    const broken: Request[] = [
      [110, 0, 0],
      [120, 500, 130],
      [130, 500, 140],
    ];
    expect(judged({ ann: broken, ben: well }).wrong).toEqual([
      "1 requests of ann were answered with 0.",
      "2 requests of ann were answered with 500.",
    ]);
  });

  it("lets nothing arrive of which nobody is told", () => {
    expect(judged({ ann: well, ben: well }, 3).wrong).toEqual(["3 events arrived, and the API does not say so."]);
  });

  it("makes others no slower than they may become", () => {
    expect(judged({ ann: [], ben: well })).toMatchObject({ others_p99_ms: { own: 10, meanwhile: 19 }, wrong: [] });
    const slow: Request[] = [
      [10, 200, 20, 20],
      [110, 200, 130, 130],
    ];
    expect(judged({ ann: [], ben: slow }).wrong).toEqual([
      "The p99 of others was 20 ms, and 10 ms while all was well.",
    ]);
  });

  it("is not stood if anything is lost, waits, is out of balance, does not recover or is wrong", () => {
    const good: DrilledOnServers = {
      name: "any",
      accepted: 2,
      delivered: 2,
      duplicates: 0,
      waiting: 0,
      lost: 0,
      unbalanced: 0,
      recover_ms: 0,
      ...judged({ ann: well, ben: well }),
    };
    expect(standsUp(good)).toBe(true);
    const bad = [{ lost: 1 }, { waiting: 1 }, { unbalanced: 1 }, { recover_ms: null }, { wrong: ["It is late."] }];
    expect(bad.map((one) => standsUp({ ...good, ...one }))).toEqual(bad.map(() => false));
  });
});
