import type { Page } from "@playwright/test";

/** The bytes that a page gets, as they are on the wire, answers' headers included. */
export type ByteCount = {
  bytes(): number;
  /** What was asked for. */
  addresses(): string[];
  /** Resolves with the next message or beat of the page's stream. */
  nextBeat(): Promise<void>;
};

/** Counts from now on; the page must not have opened its stream yet. */
export async function countBytes(page: Page): Promise<ByteCount> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const asked: { id: string; url: string }[] = [];
  const beats = new Set<() => void>();
  let total = 0;
  const isStream = (id: string) => asked.some((one) => one.id === id && one.url.endsWith("/stream"));
  session.on("Network.requestWillBeSent", ({ requestId, request }) => asked.push({ id: requestId, url: request.url }));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!isStream(requestId)) total += encodedDataLength;
  });
  session.on("Network.dataReceived", ({ requestId, encodedDataLength, dataLength }) => {
    // The others are counted when they have ended.
    if (!isStream(requestId)) return;
    total += encodedDataLength || dataLength;
    for (const tell of beats) tell();
  });
  return {
    bytes: () => total,
    addresses: () => asked.map(({ url }) => url),
    nextBeat: () =>
      new Promise<void>((resolve) => {
        const tell = () => {
          beats.delete(tell);
          resolve();
        };
        beats.add(tell);
      }),
  };
}
