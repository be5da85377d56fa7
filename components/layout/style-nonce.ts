import { setNonce } from "get-nonce";

/**
 * The nonce with which a script of this page may insert a style sheet: its own (`lib/next/page-policy`). Undefined on
 * the server.
 */
export function findStyleNonce(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
}

/** Gives the nonce to the overlays, which stop the page behind them from scrolling by a style sheet. */
export function giveStyleNonce(): void {
  const nonce = findStyleNonce();
  if (nonce) setNonce(nonce);
}
