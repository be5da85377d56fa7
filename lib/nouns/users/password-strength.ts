import { invalidFields } from "@/lib/kernel/errors";

/** zxcvbn's bound for safely unguessable (its score 3), even for a thief of the slow hash. */
const MIN_GUESSES = 100_000_000;
const PRODUCT = "hookyard";
/**
 * Checking takes longer for longer passwords, up to a tenth of a second; a password with a strong beginning stays
 * strong.
 */
const JUDGED_LENGTH = 100;

type Owner = { email: string; name?: string | undefined };

/**
 * Throws `invalid_fields` for a password that is among the 49,000 most common ones or consists of such, of the person's
 * email or name, of this product's name, or of repeated or sequential characters, dates or rows of the keyboard.
 */
export async function refuseTrivialPassword(
  path: string,
  password: string,
  { email, name = "" }: Owner,
): Promise<void> {
  const own = [PRODUCT, email, ...email.split(/[@.+_-]/), name, ...name.split(/\s+/)].filter((word) => word.length > 2);
  const { guesses, sequence } = (await loadEstimator()).check(password.slice(0, JUDGED_LENGTH), own);
  if (guesses >= MIN_GUESSES) return;
  const patterns = new Set(sequence.map((part) => `${part.pattern} ${part.dictionaryName ?? ""}`));
  throw invalidFields([
    { path, message: `${toReason(patterns)} Choose another one: a few words that nobody would put together.` },
  ]);
}

function toReason(patterns: ReadonlySet<string>): string {
  if (patterns.has("dictionary userInputs")) return "This is made of your email or name, or of Hookyard's.";
  if ([...patterns].some((pattern) => pattern.startsWith("dictionary")))
    return "This password, or one like it, is among the first that are guessed.";
  return "This is made of repeated or sequential characters, a date, or keys in a row.";
}

type Estimator = Awaited<ReturnType<typeof createEstimator>>;
let estimator: Promise<Estimator> | undefined;

/** Loads the estimator when the first password is chosen: its lists take a few megabytes. */
function loadEstimator(): Promise<Estimator> {
  estimator ??= createEstimator();
  return estimator;
}

async function createEstimator() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
