import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Asks for a password on the terminal, twice, without showing it. Throws if the two differ. */
export async function askPassword(): Promise<string> {
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
    const password = await ask("New password: ");
    if ((await ask("The same again: ")) !== password) throw new Error("The two differ. Nothing was changed.");
    return password;
  } finally {
    lines.close();
  }
}
