"use client";

import { useMemo } from "react";
import { toHexLines } from "@/components/code/hex-lines";
import { formatBytes } from "@/lib/kernel/format-bytes";

const MAX_SHOWN_BYTES = 65_536;

type HexViewProps = { bytes: Uint8Array; what: string };

/** Shows a body that is no text: offset, bytes and ASCII. */
export default function HexView({ bytes, what }: HexViewProps) {
  const lines = useMemo(() => toHexLines(bytes.subarray(0, MAX_SHOWN_BYTES)), [bytes]);
  const name = `Content of the ${what}`;
  const rest = bytes.length - MAX_SHOWN_BYTES;
  return (
    <div className="overflow-hidden rounded border bg-sunken">
      <p className="flex h-9 items-center border-b px-3 text-ink-muted text-sm">Binary, {formatBytes(bytes.length)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={name} className="max-h-96 overflow-auto focus-visible:-outline-offset-2">
        <pre className="w-fit p-3 font-mono text-sm leading-5">
          {lines.map(({ offset, bytes: hex, text }) => (
            <span key={offset} className="block">
              <span className="text-ink-muted">{offset}</span>
              {`  ${hex}  ${text}`}
            </span>
          ))}
          {rest > 0 && <span className="mt-3 block text-ink-muted">{formatBytes(rest)} more are not shown.</span>}
        </pre>
      </section>
    </div>
  );
}
