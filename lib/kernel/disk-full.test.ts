import { expect, it } from "vitest";
import { isDiskFull } from "@/lib/kernel/disk-full";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

it.each([
  coded("could not extend file: No space left on device", "53100"),
  coded("could not write init file", "XX000"),
])("is a full disk, in which senders are to come back: %s", (error) => {
  expect(isDiskFull(error)).toBe(true);
  expect(toHookyardError(error).code).toBe("unavailable");
});

it.each([coded("too many connections", "53300"), coded("cache lookup failed", "XX000"), "could not write", null, 1])(
  "is none: %s",
  (error) => {
    expect(isDiskFull(error)).toBe(false);
  },
);
