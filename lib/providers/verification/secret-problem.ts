import {
  type AnyScheme,
  isPublishedKey,
  type PublishedKeyScheme,
  type Scheme,
  type SignatureScheme,
} from "@/lib/providers/scheme";
import { readAccount } from "./id-token";
import { readKey } from "./keys";
import { readProviderAccount } from "./provider-account";

/** What is wrong with a secret before any request came: it is no key of this scheme. Null if nothing is. */
export function findSecretProblem(scheme: Scheme, secret: string): string | null {
  if (isPublishedKey(scheme)) return findProblemOfPublished(scheme, secret);
  switch (scheme.kind) {
    case "any_of":
      return findProblemOfAll(scheme, secret);
    case "signature":
      return findProblemOfKey(scheme, secret);
    case "basic_auth":
      return secret.includes(":") ? null : "Give user name and password with a colon between them.";
    case "jwt":
      return secret === "" ? "Give the secret." : null;
    case "token":
      return secret.trim() === "" ? "Give the token." : null;
  }
}

function findProblemOfKey({ algorithm }: SignatureScheme, secret: string): string | null {
  const read = readKey(algorithm, secret);
  return "problem" in read ? read.problem : null;
}

function findProblemOfPublished({ kind }: PublishedKeyScheme, secret: string): string | null {
  if (kind === "certificate") {
    return /^\S+$/.test(secret.trim()) ? null : "Give it as it is shown: one text without blanks.";
  }
  if (kind === "account_key") {
    return readProviderAccount(secret) ? null : "Give the secret as it is shown: one text without blanks.";
  }
  if (readAccount(secret) !== null) return null;
  return "Give the e-mail address of the service account; after a blank the audience, where it is another than the source's address.";
}

/** Only what fits none of several schemes is a problem. */
function findProblemOfAll({ schemes }: AnyScheme, secret: string): string | null {
  const problems = schemes.map((one) => findSecretProblem(one, secret));
  return problems.includes(null) ? null : (problems[0] ?? null);
}
