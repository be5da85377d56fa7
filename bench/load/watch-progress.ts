import { Connection } from "@/bench/load/connection";

const PAUSE_MS = 10;

/** Polls how many events the receiver got, until the returned function is called. */
export function watchProgress(url: string, onProgress: (delivered: number) => void): () => void {
  const { host, hostname, port, pathname } = new URL(url);
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  let timer: NodeJS.Timeout | undefined;
  const connection = new Connection(
    { host: hostname, port: Number(port) },
    {
      onFree(free) {
        timer = setTimeout(() => free.send(request), PAUSE_MS);
      },
      onAnswer(_, status, answer) {
        if (status === 200) onProgress(Number(answer.slice(answer.indexOf("\r\n\r\n") + 4)));
      },
    },
  );
  return () => {
    clearTimeout(timer);
    connection.close();
  };
}
