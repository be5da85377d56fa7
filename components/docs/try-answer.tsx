import { BodyView } from "@/components/code/body-view";
import { HeadersView } from "@/components/code/headers-view";
import { formatDurationMs } from "@/components/time/format-time";
import { cn } from "@/components/ui/class-names";

/** `status` is 0 if nothing answered. */
export type TriedAnswer = { status: number; ms: number; headers: Record<string, string>; text: string };

export function TryAnswer({ answer }: { answer: TriedAnswer }) {
  const { status, ms, headers, text } = answer;
  const isGood = status >= 200 && status < 300;
  return (
    <section aria-label="Answer" aria-live="polite" className="space-y-3">
      <h2 className="font-medium text-base">Answer</h2>
      <p className="flex gap-3 text-sm">
        <span className={cn("font-medium", isGood ? "text-success" : "text-failure")}>
          {status === 0 ? "No answer" : status}
        </span>
        <span className="text-ink-muted">{formatDurationMs(Math.max(1, Math.round(ms)))}</span>
      </p>
      {status > 0 && (
        <>
          <BodyView text={text} what="answer" />
          <details>
            <summary className="w-fit cursor-pointer rounded font-medium text-sm">
              Headers ({Object.keys(headers).length})
            </summary>
            <div className="pt-3">
              <HeadersView headers={headers} what="headers of the answer" />
            </div>
          </details>
        </>
      )}
    </section>
  );
}
