"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type RegisterOptions, useFormContext } from "react-hook-form";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * A field of the form for a native control. Its value is in the server's HTML, so that it is visible before hydration;
 * text that was typed, chosen or autofilled until then counts and is reported as a change.
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
  // Not when the control is attached: observers of changes do not listen before the first effects, and are not told
  // what the form knows already. So the form first gets the control with its original value.
  useEffect(() => {
    isAwake.current = true;
    if (early.current !== null) setValue(name, early.current, { shouldDirty: true });
    early.current = null;
  }, [name, setValue]);
  return { first, attach };
}

/** The control's value if that is not the original one, to which it is then reset. */
function takeEarlyInput(control: Control, first: string): string | null {
  const { value } = control;
  if (control instanceof HTMLInputElement && control.type === "radio") {
    return control.checked && !control.defaultChecked ? value : null;
  }
  // Controls normalize line ends in their own way.
  const plain = (text: string) => text.replace(/[\r\n]+/g, "");
  if (plain(value) === plain(first)) return null;
  control.value = first;
  return value;
}

/** True in the first rendering of the server's HTML, and only there. */
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
