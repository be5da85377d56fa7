import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Asks for a new password on the terminal, twice, without showing it. Throws if the two differ. */
export async function askPassword(what = "New password"): Promise<string> {
  const [password, again] = await askHidden([`${what}: `, "The same again: "]);
  if (password !== again) throw new Error("The two differ. Nothing was changed.");
  return password;
}

/** Asks questions on the terminal, one after the other, without showing the answers. */
export async function askHidden<const Questions extends readonly string[]>(
  questions: Questions,
): Promise<{ [Key in keyof Questions]: string }> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const ask = (question: string) =>
    new Promise<string>((resolve, reject) => {
      lines.once("SIGINT", () => reject(new Error("Nothing was changed.")));
      process.stderr.write(question);
      lines.question("", (answer) => {
        process.stderr.write("\n");
        resolve(answer);
      });
    });
  try {
    const answers: string[] = [];
    for (const question of questions) answers.push(await ask(question));
    return answers as { [Key in keyof Questions]: string };
  } finally {
    lines.close();
  }
}
