import type { ReactNode } from "react";

/** The answer of a doctor in a sentence. */
export function Verdict({ isRight, children }: { isRight: boolean; children: ReactNode }) {
  return (
    <p className={isRight ? "break-words font-medium text-success" : "break-words font-medium text-failure"}>
      {children}
    </p>
  );
}

/** One thing that a doctor found, or what to do about it. */
export function FindingText({ children }: { children: ReactNode }) {
  return <p className="break-words text-ink-muted">{children}</p>;
}
