import { describe, expect, it } from "vitest";
import { messagesAt, placeFieldErrors, strayMessages } from "./field-errors";

describe("placeFieldErrors", () => {
  it("sets each error at its path and focuses the first", () => {
    const set: unknown[] = [];
    const placed = placeFieldErrors({ setError: (...args) => set.push(args) }, [
      { path: "name", message: "Give it a name." },
      { path: "verifier.hmac.secret", message: "Give the secret." },
    ]);
    expect(placed).toBe(true);
    expect(set).toEqual([
      ["name", { type: "server", message: "Give it a name." }, { shouldFocus: true }],
      ["verifier.hmac.secret", { type: "server", message: "Give the secret." }, { shouldFocus: false }],
    ]);
  });

  it("says if there was nothing to place", () => {
    expect(placeFieldErrors({ setError: () => {} }, [])).toBe(false);
  });
});

const errors = {
  name: { type: "server", message: "Give it a name." },
  verifier: { hmac: { secret: { type: "custom", message: "Give the secret." } } },
  event_types: [undefined, { type: "custom", message: "No space around it." }],
};

describe("messagesAt", () => {
  it("finds a field's own message and those of its parts", () => {
    expect(messagesAt(errors, "name")).toEqual(["Give it a name."]);
    expect(messagesAt(errors, "verifier.hmac.secret")).toEqual(["Give the secret."]);
    expect(messagesAt(errors, "verifier")).toEqual(["Give the secret."]);
    expect(messagesAt(errors, "event_types")).toEqual(["No space around it."]);
    expect(messagesAt(errors, "url")).toEqual([]);
  });
});

describe("strayMessages", () => {
  it("names errors that the form has no field for", () => {
    expect(strayMessages(errors, ["name", "event_types"])).toEqual(["verifier: Give the secret."]);
  });
});
