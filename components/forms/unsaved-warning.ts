"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { useConfirm } from "@/components/ui/confirm";

/** Asks before the page is left; null while nothing would be lost. */
let holder: ((address: string) => void) | null = null;

/** Goes to an address like a link: after a question if typed text would be lost. */
export function useGo(): (address: string) => void {
  const router = useRouter();
  return (address) => (holder ? holder(address) : router.push(address));
}

/** While `unsaved`, asks before a link, a key or a closed tab discards typed text. */
export function useUnsavedWarning(unsaved: boolean): void {
  const confirm = useConfirm();
  const router = useRouter();

  const leave = useEffectEvent(async (address: string) => {
    const yes = await confirm({
      title: "Leave without saving?",
      consequence: "What you changed on this page is lost.",
      action: "Leave",
      cancel: "Stay",
      danger: true,
    });
    if (yes) router.push(address);
  });

  useEffect(() => {
    if (!unsaved) return;

    const warnOnClose = (event: BeforeUnloadEvent) => event.preventDefault();

    const holdLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
      if (!link || !plain || link.target === "_blank" || link.origin !== window.location.origin) return;
      event.preventDefault();
      event.stopPropagation();
      void leave(link.pathname + link.search);
    };

    const hold = (address: string) => void leave(address);

    holder = hold;
    window.addEventListener("beforeunload", warnOnClose);
    document.addEventListener("click", holdLink, { capture: true });
    return () => {
      if (holder === hold) holder = null;
      window.removeEventListener("beforeunload", warnOnClose);
      document.removeEventListener("click", holdLink, { capture: true });
    };
  }, [unsaved]);
}
