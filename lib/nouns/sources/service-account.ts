/** The used part of a service account's key file. Its addresses are not used: Google's own are known. */
export type ServiceAccount = { client_email: string; private_key: string };

/**
 * Reads a key file given as an array of bytes, as a JSON object, as its text or as base64; says what is wrong with it.
 */
export function readServiceAccount(given: unknown): ServiceAccount | { wrong: string } {
  const file = toObject(given);
  if (file === null) return { wrong: "Give the key file as JSON, as an array of its bytes, or as base64." };
  const { type, client_email, private_key } = file;
  if (type !== undefined && type !== "service_account") {
    return { wrong: "Only key files of service accounts are taken: their type is service_account." };
  }
  if (typeof client_email !== "string" || typeof private_key !== "string" || !private_key.includes("PRIVATE KEY")) {
    return { wrong: "The key file needs client_email and private_key." };
  }
  return { client_email, private_key };
}

function toObject(given: unknown): Record<string, unknown> | null {
  if (Array.isArray(given)) return parse(Buffer.from(given as number[]).toString("utf8"));
  if (typeof given === "string") return parse(given) ?? parse(Buffer.from(given, "base64").toString("utf8"));
  return typeof given === "object" ? (given as Record<string, unknown> | null) : null;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
