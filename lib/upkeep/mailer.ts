import { createTransport } from "nodemailer";

export type Mailer = {
  /** Hands a message to the mail server; rejects with the server's error. */
  send(mail: { id: string; to: string; subject: string; text: string }): Promise<void>;
  close(): void;
};

const TIMEOUT_MS = 15_000;

/** Sends by SMTP; one connection is kept open for following messages. */
export function createMailer(url: string, from: string): Mailer {
  const transport = createTransport({ ...toOptions(url, TIMEOUT_MS), pool: true, maxConnections: 1 }, { from });
  return {
    async send({ id, ...mail }) {
      // The same on each attempt, so that a mail server or reader can recognize a repeated message.
      await transport.sendMail({ ...mail, messageId: `<${id}@hookyard>` });
    },
    close: () => transport.close(),
  };
}

/** Connects and logs in, sends nothing; rejects with the server's error. */
export async function checkMailServer(url: string, timeoutMs: number): Promise<void> {
  const transport = createTransport(toOptions(url, timeoutMs));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function toOptions(url: string, timeoutMs: number) {
  return {
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Our text is never read as a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
