"use client";

import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Place } from "@/components/ui/place-layer";
import { usePlace } from "@/components/ui/popup";
import { Slot } from "@/components/ui/slot";

type TooltipProps = { content: ReactNode; children: ReactNode; side?: Place["side"] };

const DELAY_MS = 350;
/** One that follows another so soon is shown at once. */
const AGAIN_MS = 200;
/** The way of a pointer from its anchor onto it. */
const LEAVE_MS = 100;

let lastHiddenAt = 0;

/** A visual hint. Its text must not be the only place of that information. */
export function Tooltip({ content, children, side = "top" }: TooltipProps) {
  const [isShown, setShown] = useState(false);
  const anchor = useRef<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  const change = (toShown: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    if (!toShown && isShown) lastHiddenAt = Date.now();
    if (afterMs === 0) setShown(toShown);
    else timer.current = setTimeout(() => setShown(toShown), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <>
      <Slot
        ref={anchor}
        aria-describedby={isShown ? id : undefined}
        onPointerEnter={({ pointerType }: PointerEvent) => {
          const isNext = Date.now() - lastHiddenAt < AGAIN_MS;
          if (pointerType !== "touch") change(true, isNext ? 0 : DELAY_MS);
        }}
        onPointerLeave={() => change(false, isShown ? LEAVE_MS : 0)}
        onPointerDown={() => change(false, 0)}
        onFocus={({ target }: FocusEvent) => target.matches(":focus-visible") && change(true, 0)}
        onBlur={() => change(false, 0)}
      >
        {children}
      </Slot>
      {isShown &&
        createPortal(
          <TooltipLayer
            id={id}
            anchor={anchor}
            side={side}
            onEnter={() => clearTimeout(timer.current)}
            onHide={() => change(false, 0)}
          >
            {content}
          </TooltipLayer>,
          document.body,
        )}
    </>
  );
}

type TooltipLayerProps = {
  id: string;
  anchor: React.RefObject<HTMLElement | null>;
  side: Place["side"];
  onEnter: () => void;
  onHide: () => void;
  children: ReactNode;
};

function TooltipLayer({ id, anchor, side, onEnter, onHide, children }: TooltipLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  usePlace(layer, anchor, { side, align: "center", gap: 6 });
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && onHide();
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  return (
    <div
      ref={layer}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onHide}
      className="enter-fade fixed top-0 left-0 z-50 max-w-80 rounded border bg-raised px-2 py-1 text-ink text-sm shadow-popover"
    >
      {children}
    </div>
  );
}
