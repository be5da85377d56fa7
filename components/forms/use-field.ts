"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type RegisterOptions, useFormContext } from "react-hook-form";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * A field of the form for a native control. Its value is in the page as it is sent, so that it is seen before the page
 * is alive; and what was typed, chosen or filled in by the browser until then counts and is told as a change.
 */
export function useField(name: string, options?: RegisterOptions) {
  const { first, attach } = useEarlyInput(name);
  const { register } = useFormContext();
  const { ref, ...props } = register(name, options);
  return { ...props, defaultValue: first, ref: (control: Control | null) => attach(control, ref) };
}

/** The same for the radio buttons of one name. */
export function useRadio(name: string) {
  const { first, attach } = useEarlyInput(name);
  const { register } = useFormContext();
  const { ref, ...props } = register(name);
  return (value: string) => ({
    ...props,
    value,
    defaultChecked: value === first,
    ref: (control: Control | null) => attach(control, ref),
  });
}

function useEarlyInput(name: string) {
  const { getValues, setValue } = useFormContext();
  const [first] = useState(() => toText(getValues(name)));
  const [comesWithPage] = useState(useIsComingAlive());
  const early = useRef<string | null>(null);
  const isAwake = useRef(!comesWithPage);

  const attach = (control: Control | null, ref: (control: Control | null) => void) => {
    if (control && !isAwake.current) early.current ??= takeEarlyInput(control, first);
    ref(control);
  };
  // Not as the control is attached: what shows that the form was changed does not listen before the first effects, and
  // is not told what the form knows already. So the form first gets the control as it came.
  useEffect(() => {
    isAwake.current = true;
    if (early.current !== null) setValue(name, early.current, { shouldDirty: true });
    early.current = null;
  }, [name, setValue]);
  return { first, attach };
}

/** What the control holds when that is not what it came with, which it then holds again. */
function takeEarlyInput(control: Control, first: string): string | null {
  const { value } = control;
  if (control instanceof HTMLInputElement && control.type === "radio") {
    return control.checked && !control.defaultChecked ? value : null;
  }
  // Controls keep line ends in their own way.
  const plain = (text: string) => text.replace(/[\r\n]+/g, "");
  if (plain(value) === plain(first)) return null;
  control.value = first;
  return value;
}

/** True in the first rendering of what the server sent, and only there. */
function useIsComingAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
}

function toText(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}
