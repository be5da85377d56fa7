import { BodyView } from "@/components/code/body-view";
import { HeadersView } from "@/components/code/headers-view";
import { formatDurationMs } from "@/components/time/format-time";
import { cn } from "@/components/ui/class-names";
import type { TestAnswer as Answered } from "@/lib/wire/test-answer";

/** What came back for a test: status, duration, body and headers, or why nothing did. */
export function TestAnswer({ answer }: { answer: Answered }) {
  const { response_status: status, error, response_data, response_truncated } = answer;
  const isSuccess = status !== null && status >= 200 && status < 300 && error === null;
  return (
    <>
      <p className="text-sm">
        <span className={cn("font-medium", isSuccess ? "text-success" : "text-failure")}>
          {error ?? `Answered ${status}`}
        </span>{" "}
        <span className="text-ink-muted">after {formatDurationMs(answer.duration_ms)}</span>
      </p>
      {status !== null && (
        <>
          <BodyView
            text={response_data}
            what="answer to the test"
            note={response_truncated ? "cut after 64 KiB" : undefined}
          />
          <HeadersView headers={answer.response_http_header} what="headers of the answer to the test" />
        </>
      )}
    </>
  );
}
