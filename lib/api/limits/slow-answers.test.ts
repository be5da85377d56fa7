import { expect, it } from "vitest";
import { SlowAnswers } from "@/lib/api/limits/slow-answers";

const NEVER = new AbortController().signal;

it("have as many places as are bounded for one receiver and in all, each given back", () => {
  const slow = new SlowAnswers({ ofOne: 2, inAll: 3 });
  const leave = [slow.enter("a"), slow.enter("a")];
  expect(() => slow.enter("a")).toThrow("Too many");
  leave.push(slow.enter("b"));
  expect(() => slow.enter("c")).toThrow("Too many");
  for (const one of leave) one();
  expect(slow.count).toBe(0);
  slow.enter("a");
  slow.enter("a");
  expect(() => slow.enter("a")).toThrow("Too many");
});

it("end when the copy stops, and none waits from then on", async () => {
  const slow = new SlowAnswers();
  const waiting = slow.wait(600_000, NEVER);
  slow.close();
  await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
  await expect(slow.wait(600_000, NEVER)).rejects.toMatchObject({ code: "unavailable" });
  await slow.wait(0, NEVER);
});

it("end when the caller is gone", async () => {
  const gone = new AbortController();
  const waiting = new SlowAnswers().wait(600_000, gone.signal);
  gone.abort();
  await waiting;
});
