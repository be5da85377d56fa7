import { createTransport } from "nodemailer";

export type Mailer = {
  /** Hands a message to the mail server; rejects with what the server said. */
  send(mail: { id: string; to: string; subject: string; text: string }): Promise<void>;
  close(): void;
};

const TIMEOUT_MS = 15_000;

/** By SMTP; one connection is kept for what follows soon. */
export function createMailer(url: string, from: string): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 1,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // A text of ours is never read as a file or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof createTransport>[0],
    { from },
  );
  return {
    async send({ id, ...mail }) {
      // The same on each try, so that a mail server or reader can tell a repeated message.
      await transport.sendMail({ ...mail, messageId: `<${id}@hookyard>` });
    },
    close: () => transport.close(),
  };
}
