"use client";

import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { cn } from "@/components/ui/class-names";
import { type Place, placeLayer } from "@/components/ui/place-layer";
import { Slot } from "@/components/ui/slot";

type State = {
  kind: "dialog" | "menu";
  id: string;
  isOpen: boolean;
  /** By a key it gives the focus to its first part, by a pointer a menu takes it itself. */
  open: (byKey: boolean) => void;
  close: () => void;
  trigger: RefObject<HTMLElement | null>;
  /** Whether a key opened it, and not a pointer. */
  isByKey: RefObject<boolean>;
};

const Context = createContext<State | null>(null);

export function usePopup(): State {
  const state = useContext(Context);
  if (!state) throw new Error("A part of a popup needs its root above it.");
  return state;
}

export type PopupProps = { open?: boolean; onOpenChange?: (isOpen: boolean) => void; children: ReactNode };

/** What a button opens over the page, which stays usable: its state, controlled or its own. */
export function Popup({ kind, open, onOpenChange, children }: PopupProps & Pick<State, "kind">) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const trigger = useRef<HTMLElement | null>(null);
  const isByKey = useRef(false);
  const id = useId();
  const change = (isOpen: boolean) => {
    setOwnOpen(isOpen);
    onOpenChange?.(isOpen);
  };
  const state: State = {
    kind,
    id,
    isOpen: open ?? isOwnOpen,
    open: (byKey) => {
      isByKey.current = byKey;
      change(true);
    },
    close: () => change(false),
    trigger,
    isByKey,
  };
  return <Context value={state}>{children}</Context>;
}

type PopupTriggerProps = ComponentProps<"button"> & {
  /** Its only child is the button. */
  asChild?: boolean;
};

export function PopupTrigger({ asChild, ...props }: PopupTriggerProps) {
  const { kind, id, isOpen, open, close, trigger } = usePopup();
  const given = {
    ...props,
    ref: trigger as RefObject<HTMLButtonElement | null>,
    "aria-haspopup": kind,
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    "data-state": isOpen ? "open" : "closed",
    // The click of a key has no count of clicks.
    onClick: ({ detail }: React.MouseEvent) => (isOpen ? close() : open(detail === 0)),
    onKeyDown: (event: KeyboardEvent) => {
      if (kind !== "menu" || event.key !== "ArrowDown") return;
      event.preventDefault();
      open(true);
    },
  } as const;
  return asChild ? <Slot {...given} /> : <button type="button" {...given} />;
}

type PopupLayerProps = ComponentProps<"div"> & { align?: Place["align"] };

/** Shown while it is open. It closes by Escape and by whatever happens outside of it, and gives its focus back. */
export function PopupLayer(props: PopupLayerProps) {
  return usePopup().isOpen ? createPortal(<OpenLayer {...props} />, document.body) : null;
}

const TABBABLE = "button, input, select, textarea, a[href], [tabindex='0']";

function OpenLayer({ align = "start", className, children, onKeyDown, ...props }: PopupLayerProps) {
  const { kind, id, close, trigger, isByKey } = usePopup();
  const layer = useRef<HTMLDivElement>(null);
  usePlace(layer, trigger, { side: "bottom", align, gap: 4 });
  useDismissal(layer, trigger, close);

  useLayoutEffect(() => {
    const shown = layer.current;
    const opener = trigger.current;
    const first = kind === "dialog" ? "input, select, textarea, button" : "[role^='menuitem']";
    const begin = kind === "dialog" || isByKey.current ? findEnabled(shown, first)[0] : null;
    (begin ?? shown)?.focus({ preventScroll: true });
    return () => {
      if (shown?.contains(document.activeElement)) opener?.focus({ preventScroll: true });
    };
  }, [kind, trigger, isByKey]);

  /** The layer is the last of the document: behind its end there is only the browser. */
  const stayInside = (event: KeyboardEvent<HTMLDivElement>) => {
    onKeyDown?.(event);
    if (event.key !== "Tab") return;
    const all = findEnabled(layer.current, TABBABLE);
    const end = event.shiftKey ? all[0] : all.at(-1);
    if (kind === "dialog" && document.activeElement !== end && document.activeElement !== layer.current) return;
    event.preventDefault();
    close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is given by the kind.
    <div
      ref={layer}
      id={id}
      role={kind}
      tabIndex={-1}
      data-state="open"
      {...props}
      onKeyDown={stayInside}
      className={cn(
        "enter-fade fixed top-0 left-0 z-40 max-h-(--room) overflow-y-auto rounded-lg border bg-raised p-1 shadow-popover outline-none",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Finds the elements below another that can have the focus now. */
export function findEnabled(below: HTMLElement | null, selector: string): HTMLElement[] {
  const all = below?.querySelectorAll<HTMLElement>(selector) ?? [];
  return [...all].filter((one) => !one.matches(":disabled, [aria-disabled='true'][role], [hidden]"));
}

/** Keeps a layer beside its anchor while the page moves, and when it grows. */
export function usePlace(
  layer: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  { side, align, gap }: Place,
): void {
  useLayoutEffect(() => {
    const [shown, beside] = [layer.current, anchor.current];
    if (!shown || !beside) return;
    const place = () => placeLayer(shown, beside, { side, align, gap });
    place();
    const grown = new ResizeObserver(place);
    grown.observe(shown);
    window.addEventListener("resize", place);
    document.addEventListener("scroll", place, true);
    return () => {
      grown.disconnect();
      window.removeEventListener("resize", place);
      document.removeEventListener("scroll", place, true);
    };
  }, [layer, anchor, side, align, gap]);
}

function useDismissal(
  layer: RefObject<HTMLElement | null>,
  trigger: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  const onOutside = useEffectEvent(({ target }: Event) => {
    const isWithin = [layer.current, trigger.current].some((one) => one?.contains(target as Node));
    if (!isWithin) close();
  });
  const onEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const outside = (event: Event) => onOutside(event);
    const onKey = (event: globalThis.KeyboardEvent) => onEscape(event);
    document.addEventListener("pointerdown", outside, true);
    document.addEventListener("focusin", outside);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", outside, true);
      document.removeEventListener("focusin", outside);
      document.removeEventListener("keydown", onKey, true);
    };
  }, []);
}
