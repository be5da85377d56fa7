import { z } from "zod";

/**
 * The position of a value in a JSON document: `data.items`, `$.meta.next`, `0.id`; `-1` is the last element of an
 * array.
 */
export const JsonPath = z
  .string()
  .max(500, "Use at most 500 characters.")
  .regex(/^(\$|(\$\.)?[^.\s]+(\.[^.\s]+)*)$/, "Write names separated by dots, such as data.items or $.meta.next.");
