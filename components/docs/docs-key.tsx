"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

type DocsKey = { key: string; setKey: (key: string) => void };

const KeyContext = createContext<DocsKey | null>(null);

/** Keeps a pasted API key from one operation to the next, in this page's memory only. */
export function DocsKeyProvider({ children }: { children: ReactNode }) {
  const [key, setKey] = useState("");
  return <KeyContext value={{ key, setKey }}>{children}</KeyContext>;
}

export function useDocsKey(): DocsKey {
  const known = useContext(KeyContext);
  if (!known) throw new Error("useDocsKey needs a DocsKeyProvider above it.");
  return known;
}
