import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/api/client";
import {
  findJsonTextErrors,
  findObjectTextError,
  NEW_EVENT_TYPE,
  readSchemaText,
  toEventTypeInput,
  withPlacesInMessages,
} from "./event-type-values";

describe("the text of a schema", () => {
  it("accepts any payload if empty, requires an object otherwise, and refuses everything else", () => {
    expect(readSchemaText(" ")).toBeNull();
    expect(readSchemaText('{"type":"object"}')).toEqual({ type: "object" });
    for (const text of ["[]", "true", "1", '"x"', "null", "{"]) expect(readSchemaText(text)).toBeUndefined();
  });

  it("says where it stops being JSON", () => {
    expect(findObjectTextError('{\n  "type": object\n}')).toContain("line 2, column 11");
    expect(findObjectTextError("[1]")).toContain("JSON object");
    expect(findObjectTextError("")).toBeNull();
  });

  it("removes the schema when it is emptied", () => {
    const empty = { description: "", category: "", json_schema: null, example: null, is_public: false };
    expect(toEventTypeInput({ ...NEW_EVENT_TYPE, name: "a" })).toMatchObject(empty);
  });

  it("is beside an example of any JSON but null", () => {
    const read = (example: string) => toEventTypeInput({ ...NEW_EVENT_TYPE, example }).example;
    expect(["7", '"x"', " ", "{"].map(read)).toEqual([7, "x", null, null]);
    const wrong = (example: string) => findJsonTextErrors({ json_schema: "", example }).map(({ path }) => path);
    expect(["{", "null"].flatMap(wrong)).toEqual(["example", "example"]);
    expect(["", "7", "[]"].flatMap(wrong)).toEqual([]);
  });
});

it("keeps the path within a schema, in the message of its one field", async () => {
  const refused = new ApiError({
    status: 422,
    code: "invalid_fields",
    message: "Wrong",
    fields: [
      { path: "json_schema.properties.id.type", message: "No such type." },
      { path: "example.id", message: "Not a number." },
      { path: "category", message: "Too long." },
    ],
  });
  await expect(withPlacesInMessages(Promise.reject(refused))).rejects.toMatchObject({
    fields: [
      { path: "json_schema", message: "properties.id.type: No such type." },
      { path: "example", message: "id: Not a number." },
      { path: "category", message: "Too long." },
    ],
  });
});
