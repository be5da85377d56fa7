import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/api/client";
import {
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
    expect(toEventTypeInput({ ...NEW_EVENT_TYPE, name: "a" }).json_schema).toBeNull();
  });
});

it("keeps the path within a schema, in the message of its one field", async () => {
  const refused = new ApiError({
    status: 422,
    code: "invalid_fields",
    message: "Wrong",
    fields: [
      { path: "json_schema.properties.id.type", message: "No such type." },
      { path: "category", message: "Too long." },
    ],
  });
  await expect(withPlacesInMessages("json_schema", Promise.reject(refused))).rejects.toMatchObject({
    fields: [
      { path: "json_schema", message: "properties.id.type: No such type." },
      { path: "category", message: "Too long." },
    ],
  });
});
