import type { FunctionRunner } from "@/lib/functions/function-runner";
import { type FieldError, invalidFields } from "@/lib/kernel/errors";

/** Refuses functions that do not parse or declare no `transform`, naming the fields that hold them. */
export async function checkFunctions(
  runner: FunctionRunner,
  fields: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const errors: FieldError[] = [];
  for (const [path, source] of Object.entries(fields)) {
    const message = source ? await runner.check(source) : null;
    if (message) errors.push({ path, message });
  }
  if (errors.length > 0) throw invalidFields(errors);
}
