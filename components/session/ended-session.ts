"use client";

import { useSyncExternalStore } from "react";

type Question = { answer: Promise<boolean>; settle: (isBack: boolean) => void };

let open: Question | null = null;
let isPutOff = false;
const listeners = new Set<() => void>();

/** Asks the person to sign in again, above the page. Resolves to true once they did, to false if they do not now. */
export function askToSignIn(): Promise<boolean> {
  if (!open) {
    let settle: Question["settle"] = () => {};
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    open = { answer, settle };
    tell();
  }
  return open.answer;
}

/** Ends the question for everyone who waits for its answer. */
export function answerSignIn(isBack: boolean): void {
  open?.settle(isBack);
  open = null;
  isPutOff = !isBack;
  tell();
}

/** Whether the person closed the question: then only what they do themselves asks again. */
export function isSignInPutOff(): boolean {
  return isPutOff;
}

/** Whether the question is asked at the moment. */
export function useSignInQuestion(): boolean {
  return useSyncExternalStore(
    listen,
    () => open !== null,
    () => false,
  );
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
