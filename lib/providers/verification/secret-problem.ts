import type { AnyScheme, Scheme } from "@/lib/providers/scheme";
import { readKey } from "./keys";

/** What is wrong with a secret before any request came: it is no key of this scheme. Null if nothing is. */
export function findSecretProblem(scheme: Scheme, secret: string): string | null {
  switch (scheme.kind) {
    case "any_of":
      return findProblemOfAll(scheme, secret);
    case "signature": {
      const read = readKey(scheme.algorithm, secret);
      return "problem" in read ? read.problem : null;
    }
    case "basic_auth":
      return secret.includes(":") ? null : "Give user name and password with a colon between them.";
    case "jwt":
      return secret === "" ? "Give the secret." : null;
    case "token":
      return secret.trim() === "" ? "Give the token." : null;
  }
}

/** Only what fits none of several schemes is a problem. */
function findProblemOfAll({ schemes }: AnyScheme, secret: string): string | null {
  const problems = schemes.map((one) => findSecretProblem(one, secret));
  return problems.includes(null) ? null : (problems[0] ?? null);
}
