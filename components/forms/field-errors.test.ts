import { describe, expect, it } from "vitest";
import { messagesAt, placeFieldErrors, strayMessages } from "./field-errors";

describe("placeFieldErrors", () => {
  it("sets each error at its path", () => {
    const set: unknown[] = [];
    const placed = placeFieldErrors({ setError: (...args) => set.push(args) }, [
      { path: "name", message: "Give it a name." },
      { path: "verifier.hmac.secret", message: "Give the secret." },
    ]);
    expect(placed).toBe(true);
    expect(set).toEqual([
      ["name", { type: "server", message: "Give it a name." }],
      ["verifier.hmac.secret", { type: "server", message: "Give the secret." }],
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
    expect(strayMessages(errors, ["name", "event_types"])).toEqual(["verifier.hmac.secret: Give the secret."]);
  });

  it("names an error of a whole object that only its parts have fields for", () => {
    const whole = { verifier: { type: "server", message: "Choose a type." } };
    expect(strayMessages(whole, ["verifier.type"])).toEqual(["verifier: Choose a type."]);
    expect(strayMessages(errors, ["name", "verifier", "event_types.1"])).toEqual([]);
  });

  it("leaves the refusal of the form to the form", () => {
    expect(strayMessages({ root: { refusal: { type: "server", message: "Too many." } } }, [])).toEqual([]);
  });
});
