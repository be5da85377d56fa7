"use client";

import { Check } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Field } from "@/components/forms/field";
import { providerChoices } from "@/components/sources/provider-choices";
import type { SourceValues } from "@/components/sources/source-values";
import { cn } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { providers } from "@/lib/providers/providers.gen";

type Option = { value: SourceValues["provider"]; label: string };

const NONE: Option = { value: "", label: "Another sender" };

/** The provider, found by typing. What was typed and not chosen is gone when the field is left. */
export function ProviderField() {
  const { control, setValue } = useFormContext<SourceValues>();
  const provider = useWatch({ control, name: "provider" });
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const isOpen = typed !== null;
  const options = isOpen ? optionsFor(typed) : [];

  const open = (text: string) => {
    setTyped(text);
    setAt(text === "" ? optionsFor("").findIndex(({ value }) => value === provider) : 0);
  };
  const choose = (option: Option | undefined) => {
    if (option) setValue("provider", option.value, { shouldDirty: true, shouldValidate: true });
    setTyped(null);
  };
  const moveTo = (next: number) => {
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = KEYS[event.key];
    if (!act || (!isOpen && event.key === "Enter")) return;
    event.preventDefault();
    if (!isOpen) open("");
    else act({ at, last: options.length - 1, moveTo, choose: () => choose(options[at]), close: () => setTyped(null) });
  };

  return (
    <Field
      name="provider"
      label="Provider"
      help="A provider brings its own way of signing, of asking whether you are there and of naming events."
    >
      {(attributes) => (
        <div className="relative">
          <Input
            {...attributes}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && options[at] ? `${listId}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder="Stripe, GitHub, Slack…"
            value={typed ?? labelOf(provider)}
            onChange={(event) => open(event.target.value)}
            onFocus={(event) => event.target.select()}
            onClick={() => !isOpen && open("")}
            onBlur={() => setTyped(null)}
            onKeyDown={onKeyDown}
            className="bg-[image:url('/chevrons.svg')] bg-[length:16px] bg-[position:right_8px_center] bg-no-repeat pr-8"
          />
          {isOpen && (
            <div
              ref={list}
              id={listId}
              role="listbox"
              aria-label="Providers"
              className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto rounded-lg border bg-raised p-1 shadow-popover"
            >
              {options.map((option, place) => (
                <ProviderOption
                  key={option.value}
                  id={`${listId}-${place}`}
                  label={option.label}
                  isChosen={option.value === provider}
                  isAt={place === at}
                  onPick={() => choose(option)}
                />
              ))}
              {options.length === 0 && (
                <p className="px-2 py-1.5 text-ink-muted text-sm">
                  No provider is called so. Clear the field and choose “{NONE.label}”.
                </p>
              )}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

type ProviderOptionProps = { id: string; label: string; isChosen: boolean; isAt: boolean; onPick: () => void };

function ProviderOption({ id, label, isChosen, isAt, onPick }: ProviderOptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      // Before the field loses its focus, which closes the list.
      onMouseDown={(event) => {
        event.preventDefault();
        onPick();
      }}
      className={cn(
        "flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 text-sm hover:bg-hover pointer-coarse:py-2.5",
        isAt && "bg-hover",
      )}
    >
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {isChosen && <Check aria-hidden className="size-4 text-ink-muted" />}
    </div>
  );
}

type Movement = { at: number; last: number; moveTo: (next: number) => void; choose: () => void; close: () => void };

const KEYS: Partial<Record<string, (movement: Movement) => void>> = {
  ArrowDown: ({ at, last, moveTo }) => moveTo(at < last ? at + 1 : 0),
  ArrowUp: ({ at, last, moveTo }) => moveTo(at > 0 ? at - 1 : last),
  Enter: ({ choose }) => choose(),
  Escape: ({ close }) => close(),
};

function optionsFor(typed: string): Option[] {
  const found = providerChoices(typed);
  return typed.trim() === "" ? [NONE, ...found] : found;
}

function labelOf(provider: SourceValues["provider"]): string {
  return provider === "" ? NONE.label : providers[provider].title;
}
