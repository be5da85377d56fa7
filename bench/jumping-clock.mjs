// Loaded before the program by the drill "clock-jump": each SIGUSR2 moves this process's wall clock to the next of
// these offsets from the machine's. Like a real jump it moves `Date` and not the monotonic clock, timers or PostgreSQL.

const HOUR_MS = 3_600_000;
const DISTANCES_MS = [HOUR_MS, -HOUR_MS, 0];

const RealDate = Date;
let place = -1;
let distanceMs = 0;
process.on("SIGUSR2", () => {
  place = (place + 1) % DISTANCES_MS.length;
  distanceMs = DISTANCES_MS[place];
});

const now = () => RealDate.now() + distanceMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, input, newTarget) => Reflect.construct(target, input.length === 0 ? [now()] : input, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
