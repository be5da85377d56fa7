import { z } from "zod";
import { Timestamp, Uid } from "@/lib/wire/fields";

/** What an address may be. */
export const ADDRESS = /^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/;

const Address = z.string().regex(ADDRESS, "Use 3 to 64 of a to z, 0 to 9 and -, with no - at the ends.");

export const Catalogue = z.object({
  project_id: Uid,
  is_enabled: z.boolean(),
  address: z.string().describe("The last part of its address; empty until it is switched on or chosen"),
  url: z.string().describe("Where it is, or will be; empty without an address"),
  title: z.string(),
  description: z.string(),
  is_indexed: z.boolean().describe("Search engines may list it"),
  event_types: z.int().describe("Event types of the project"),
  public_event_types: z.int().describe("How many of them it shows"),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Catalogue = z.infer<typeof Catalogue>;

export const UpdateCatalogue = z.strictObject({
  is_enabled: z.boolean().optional(),
  address: Address.nullable().optional().describe("null for a new one that nobody can guess"),
  title: z.string().trim().max(100, "Use at most 100 characters.").optional(),
  description: z.string().trim().max(2_000, "Use at most 2,000 characters.").optional(),
  is_indexed: z.boolean().optional(),
});
export type UpdateCatalogue = z.infer<typeof UpdateCatalogue>;
