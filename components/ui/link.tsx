"use client";

import NextLink from "next/link";
import { useRouter } from "next/navigation";
import { type ComponentProps, useRef } from "react";
import { Slot } from "@/components/ui/slot";

/** A pointer on its way to something else has left by then. */
const STAYS_MS = 50;

type LinkProps = ComponentProps<typeof NextLink> & {
  /** `false`: it is never asked for in advance, such as where a click shows something else than the page. */
  prefetch?: false | undefined;
};

/**
 * A link inside the program. Its page is asked for as soon as a pointer or the keyboard stays on it: Next would ask for the
 * pages of all links in sight, which costs the copy twice what the page that shows them does.
 */
export function Link({ prefetch, ...link }: LinkProps) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { href } = link;
  const isAsked = prefetch !== false && typeof href === "string";
  const comes = () => {
    clearTimeout(timer.current);
    if (isAsked) timer.current = setTimeout(() => router.prefetch(href), STAYS_MS);
  };
  const leaves = () => clearTimeout(timer.current);
  return (
    <Slot onPointerEnter={comes} onPointerLeave={leaves} onFocus={comes} onBlur={leaves} onClick={leaves}>
      <NextLink {...link} prefetch={false} />
    </Slot>
  );
}
