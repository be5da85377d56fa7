import { toHookyardError } from "@/lib/wire/to-hookyard-error";

/** Describes an error of a consumer for the operator. */
export function toSentence(error: unknown): string {
  const told = toHookyardError(error);
  if (told.code !== "internal") return told.message;
  return error instanceof Error && error.message ? error.message : String(error);
}
