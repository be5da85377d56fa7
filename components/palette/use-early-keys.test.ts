import { expect, it } from "vitest";
import { addKey, type EarlyKeys } from "./use-early-keys";

const press = (kept: EarlyKeys, key: string, held = {}) =>
  addKey(kept, { key, ctrlKey: false, metaKey: false, altKey: false, ...held });

it("keeps letters, corrections and Enter, and leaves every other key to the page", () => {
  let kept: EarlyKeys = { text: "", isEntered: false };
  for (const key of ["E", "n", "x", "Backspace", "d", " ", "é", "😀"]) kept = press(kept, key) ?? kept;
  expect(kept).toEqual({ text: "End é😀", isEntered: false });
  expect(press(kept, "Backspace")?.text).toBe("End é");
  expect(press(kept, "Enter")).toEqual({ text: "End é😀", isEntered: true });
  for (const key of ["Escape", "Tab", "Shift", "ArrowDown", "F5"]) expect(press(kept, key)).toBeNull();
  for (const held of ["ctrlKey", "metaKey", "altKey"]) expect(press(kept, "r", { [held]: true })).toBeNull();
});
