import type { HeldKeyScheme, SecretForm, SignatureScheme } from "@/lib/providers/scheme";
import { type IncomingFinding, tell } from "./findings";
import { type IncomingCase, isAccepted, type KnownSecret, nameSecret, singlesOf, type Try } from "./incoming-case";

const WHSEC = /^(?:v1,)?whsec_/;

/** Another known secret, the same text in another form, and the same text as another kind of key. */
export function* trySecrets({ secrets, scheme }: IncomingCase): Generator<Try> {
  for (const secret of secrets) {
    if (!isAccepted(secret)) yield { secrets: [secret], finding: tellOther(secret) };
  }
  for (const secret of secrets) {
    for (const { text, how, advice } of respell(secret.text)) {
      const message = `It fits ${nameSecret(secret)} ${how}.`;
      yield { secrets: [{ ...secret, text }], finding: tell("secret_form", message, { advice }) };
    }
  }
  for (const single of singlesOf(scheme)) {
    if (single.kind === "signature") yield* tryKeyForms(single, secrets);
  }
}

export function tellOther(secret: KnownSecret): IncomingFinding {
  const message = `It fits ${nameSecret(secret)}. The source does not accept that one.`;
  return tell(
    "other_secret",
    message,
    secret.kind === "ended" ? { advice: "Set the present secret at the sender." } : {},
  );
}

type Spelling = { text: string; how: string; advice: string };

/** Spellings without a part, which would have to be stored so, and those with one more, which the sender has. */
const SPELLINGS: readonly ((secret: string) => Spelling)[] = [
  stored((text) => text.trim(), "without the white space around it"),
  stored((text) => unquote(text.trim()), "without the quotes around it"),
  stored((text) => unquote(text.trim().replace(/^(?:export )?\w+ ?[=:] ?/, "")), "without the name before it"),
  stored((text) => text.replace(/^Bearer /i, ""), "without the word Bearer before it"),
  stored((text) => text.replace(WHSEC, ""), "without whsec_ before it"),
  sent((text) => `${text}\n`, "and a line break after it"),
  sent((text) => `${text}\r\n`, "and a line break (CRLF) after it"),
  sent((text) => `${text} `, "and a blank after it"),
  sent((text) => ` ${text}`, "and a blank before it"),
  sent((text) => `"${text}"`, "and quotes around it"),
  sent((text) => `'${text}'`, "and single quotes around it"),
  sent((text) => `Bearer ${text}`, "and the word Bearer before it"),
  sent((text) => `whsec_${text}`, "and whsec_ before it"),
];

function stored(change: (text: string) => string, how: string): (secret: string) => Spelling {
  return (secret) => ({
    text: change(secret),
    how,
    advice: "Save the secret of the source once more, and save it so.",
  });
}

function sent(change: (text: string) => string, how: string): (secret: string) => Spelling {
  return (secret) => ({ text: change(secret), how, advice: "Take that away where the sender has its secret." });
}

function respell(secret: string): Spelling[] {
  const seen = new Set([secret, ""]);
  return SPELLINGS.map((spell) => spell(secret)).filter(({ text }) => !seen.has(text) && seen.add(text));
}

function unquote(text: string): string {
  const [first = "", last] = [text.at(0), text.at(-1)];
  return text.length > 2 && first === last && `"'\``.includes(first) ? text.slice(1, -1).trim() : text;
}

const KEY_WORDS: Partial<Record<SecretForm, string>> = {
  utf8: "the text of the secret as it stands",
  base64: "the secret decoded from base64",
  hex: "the secret decoded from hexadecimal digits",
  whsec: "what stands behind whsec_, decoded from base64",
};

function* tryKeyForms(scheme: SignatureScheme, secrets: readonly KnownSecret[]): Generator<Try> {
  const { algorithm } = scheme;
  if (algorithm.type !== "hmac") return;
  const due = KEY_WORDS[algorithm.key] ?? "another";
  for (const [form, words] of Object.entries(KEY_WORDS) as [SecretForm, string][]) {
    if (form === algorithm.key) continue;
    yield { scheme: { ...scheme, algorithm: { ...algorithm, key: form } }, finding: tellKey(words, due) };
  }
  const bare = secrets.map((secret) => ({ ...secret, text: secret.text.trim().replace(WHSEC, "") }));
  const plain: HeldKeyScheme = { ...scheme, algorithm: { ...algorithm, key: "utf8" } };
  yield { scheme: plain, secrets: bare, finding: tellKey("the text behind whsec_ as it stands", due) };
}

function tellKey(words: string, due: string): IncomingFinding {
  const advice = "Have the sender's program make the key so, or choose the provider that does.";
  return tell("secret_form", `The signature is right, but its key is ${words}. Due is ${due}.`, { advice });
}
