import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type LiveState, LiveStream, type Source } from "@/components/data/live-stream";

const RUNS = '{"changed":[],"new_events":0}';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream to a server that the test plays: `say` sends to the newest connection. */
function openStream() {
  const sources: (Source & { isClosed: boolean })[] = [];
  const states: LiveState[] = [];
  const told: string[][] = [];
  let begun = 0;
  const stream = new LiveStream({
    connect() {
      const source = {
        onmessage: null,
        onerror: null,
        isClosed: false,
        close() {
          source.isClosed = true;
        },
      };
      sources.push(source);
      return source;
    },
    onState: (state) => states.push(state),
    onBegin() {
      begun += 1;
    },
    onSignals: (changed) => told.push([...changed]),
  });
  const newest = () => sources.at(-1) as Source & { isClosed: boolean };
  return {
    stream,
    sources,
    states,
    told,
    begun: () => begun,
    newest,
    say: (data: string) => newest().onmessage?.call({} as EventSource, { data } as MessageEvent),
    fail: () => newest().onerror?.call({} as EventSource, {} as Event),
  };
}

it("is live with the first message, and tells what later ones say", () => {
  const { stream, states, told, begun, say } = openStream();
  stream.show();
  expect(states).toEqual([]);
  say(RUNS);
  expect([states, begun()]).toEqual([["live"], 1]);
  say('{"changed":["events","later_word"],"new_events":2}');
  say("");
  say("no json");
  expect(told).toEqual([["events", "later_word"]]);
});

it("comes back after a break with growing pauses, and reads anew", async () => {
  const { stream, sources, states, begun, say, fail } = openStream();
  stream.show();
  say(RUNS);
  fail();
  expect(states.at(-1)).toBe("reconnecting");
  expect(sources[0]?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sources).toHaveLength(2);
  say(RUNS);
  expect([states.at(-1), begun()]).toEqual(["live", 2]);
});

it("polls where a proxy holds the stream back, and tries seldom from then on", async () => {
  const { stream, sources, states, say } = openStream();
  stream.show();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(states).toEqual(["reconnecting", "reconnecting", "polling"]);
  const tried = sources.length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sources.length).toBe(tried);
  while (sources.length === tried) await vi.advanceTimersByTimeAsync(1_000);
  say(RUNS);
  expect(states.at(-1)).toBe("live");
});

it("takes a connection without beats for dead", async () => {
  const { stream, states, say } = openStream();
  stream.show();
  say(RUNS);
  for (let beat = 0; beat < 10; beat += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    say("");
  }
  expect(states).toEqual(["live"]);
  await vi.advanceTimersByTimeAsync(51_000);
  expect(states.at(1)).toBe("reconnecting");
});

it("pauses once the page was hidden for long, and goes on when it is seen", async () => {
  const { stream, sources, states, newest, say } = openStream();
  stream.show();
  say(RUNS);
  stream.hide();
  await vi.advanceTimersByTimeAsync(9_000);
  stream.show();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(newest().isClosed).toBe(false);
  stream.hide();
  await vi.advanceTimersByTimeAsync(300_000);
  expect([states.at(-1), newest().isClosed, sources.length]).toEqual(["paused", true, 1]);
  stream.show();
  say(RUNS);
  expect([states.at(-1), sources.length]).toEqual(["live", 2]);
});
