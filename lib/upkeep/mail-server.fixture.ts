import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { to: string[]; text: string };

/** A mail server on a free loopback port that keeps its mails, and has no mailbox for `bounced@…`. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  #server: SMTPServer | undefined;

  /** Starts it; returns its address for `SMTP_URL`. */
  async open(): Promise<string> {
    this.#server = new SMTPServer({
      disabledCommands: ["STARTTLS", "AUTH"],
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith("bounced@") ? new Error("no such mailbox") : null),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk) => chunks.push(chunk));
        stream.on("end", () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          this.mails.push({ to, text: toText(Buffer.concat(chunks).toString()) });
          done();
        });
      },
    });
    const listening = this.#server.listen(0, "127.0.0.1");
    await once(listening, "listening");
    return `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((done) => (this.#server ? this.#server.close(() => done()) : done()));
  }
}

/** Removes the line breaks and escapes of quoted-printable, which a long link gets. */
function toText(mail: string): string {
  return mail.replaceAll("=\r\n", "").replaceAll("=3D", "=");
}
