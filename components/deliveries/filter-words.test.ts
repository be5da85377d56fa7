import { expect, it } from "vitest";
import { tellAttempts, tellLatency } from "./filter-words";

it.each([
  [{ min: 3 }, "3 or more"],
  [{ max: 5 }, "at most 5"],
  [{ min: 2, max: 5 }, "2 to 5"],
  [{ min: 0, max: 0 }, "0"],
  [{}, null],
])("tells the attempts %j as %j", (range, words) => expect(tellAttempts(range)).toBe(words));

it.each([
  [{ min: 2 }, "at least 2 s"],
  [{ max: 0.5 }, "at most 500 ms"],
  [{ min: 1.25, max: 60 }, "1.25 s to 60 s"],
  [{ min: 0 }, "at least 0 s"],
  [{}, null],
])("tells the latency %j as %j", (range, words) => expect(tellLatency(range)).toBe(words));
