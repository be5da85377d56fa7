import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server on loopback that keeps its mails. */
export type Mailbox = {
  /** The value of SMTP_URL, with this password. */
  urlWith(password: string): string;
  /** Every message as it came, the newest last. */
  messages: string[];
  close(): Promise<void>;
};

export async function openMailbox(): Promise<Mailbox> {
  const messages: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? "" }),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("end", () => {
        messages.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    urlWith: (password) => `smtp://hookyard:${password}@127.0.0.1:${port}`,
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The text of a message, with soft line ends and `=3D` decoded (RFC 2045, 6.7). */
export function readMail(message: string): string {
  return message.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
}
