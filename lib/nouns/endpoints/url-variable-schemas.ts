import { z } from "zod";
import { VARIABLE_NAME } from "@/lib/wire/url-variables";

const PLACE = /^(?:body(?:\.[^.\s]+)+|header\.[\w!#$%&'*+.^`|~-]+)$/;

/** Where the values of the variables in an address are, by their names; null where its braces are none. */
export const UrlVariables = z
  .record(
    z.string().regex(VARIABLE_NAME, "Use letters, digits and _, with a letter first."),
    z
      .string()
      .max(200, "Use at most 200 characters.")
      .regex(PLACE, "Give a path into the payload, such as body.tenant.id, or a header: header.X-Tenant."),
  )
  .nullable();
export type UrlVariables = z.infer<typeof UrlVariables>;
