"use client";

import { type ComponentProps, createContext, type KeyboardEvent, type ReactNode, useContext } from "react";
import { cn } from "@/components/ui/class-names";
import { findEnabled, Popup, PopupLayer, type PopupProps, PopupTrigger, usePopup } from "@/components/ui/popup";

export function Menu(props: PopupProps) {
  return <Popup kind="menu" {...props} />;
}

export const MenuTrigger = PopupTrigger;

export function MenuContent({ className, ...props }: ComponentProps<typeof PopupLayer>) {
  return <PopupLayer {...props} onKeyDown={moveByKey} className={cn("min-w-48", className)} />;
}

/** Arrows, Home and End move the focus, and so does the first letter of a name. */
function moveByKey(event: KeyboardEvent<HTMLDivElement>): void {
  const items = findEnabled(event.currentTarget, "[role^='menuitem']");
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = findNext(event, items, at);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function findNext(event: KeyboardEvent, items: HTMLElement[], at: number): HTMLElement | undefined {
  const last = items.length - 1;
  const places: Record<string, number> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: at < 0 ? last : Math.max(at - 1, 0),
    Home: 0,
    End: last,
  };
  const place = places[event.key];
  if (place !== undefined) return items[place];
  const isLetter = event.key.length === 1 && event.key !== " ";
  if (!isLetter || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const behind = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return behind.find((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()));
}

const itemStyles =
  "flex h-8 w-full cursor-default select-none items-center gap-2 rounded px-2 text-left text-sm outline-none focus:bg-hover disabled:opacity-50 pointer-coarse:h-10 [&_svg]:size-4 [&_svg]:shrink-0";

type MenuItemProps = { danger?: boolean; onSelect: () => void; children: ReactNode };

export function MenuItem({ danger, onSelect, children }: MenuItemProps) {
  return (
    <Item onSelect={onSelect} className={danger ? "text-failure" : "text-ink [&_svg]:text-ink-muted"}>
      {children}
    </Item>
  );
}

type ItemProps = Omit<ComponentProps<"button">, "onSelect"> & { onSelect: () => void };

/** The focus is given back before anything is done, which may take it elsewhere. */
function Item({ onSelect, className, ...props }: ItemProps) {
  const { close, trigger } = usePopup();
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        trigger.current?.focus({ preventScroll: true });
        close();
        onSelect();
      }}
      {...props}
      className={cn(itemStyles, className)}
    />
  );
}

type Choice = { value: string; onValueChange: (value: string) => void };

const ChoiceContext = createContext<Choice | null>(null);

export function MenuRadioGroup({
  value,
  onValueChange,
  ...props
}: Choice & { "aria-label": string; children: ReactNode }) {
  return (
    <ChoiceContext value={{ value, onValueChange }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu. */}
      <div role="group" {...props} />
    </ChoiceContext>
  );
}

export function MenuRadioItem({ value, children }: { value: string; children: ReactNode }) {
  const choice = useContext(ChoiceContext);
  const isChosen = choice?.value === value;
  return (
    <Item
      role="menuitemradio"
      aria-checked={isChosen}
      onSelect={() => choice?.onValueChange(value)}
      className={cn("text-ink [&_svg]:text-ink-muted", isChosen && "font-medium")}
    >
      {children}
      {isChosen && (
        <span aria-hidden className="ml-auto text-accent">
          ●
        </span>
      )}
    </Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2 py-1 text-ink-muted text-sm">{children}</div>;
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 h-px border-0 bg-line" />;
}
