"use client";

import { createContext, useContext, useEffect } from "react";
import type { ApiError } from "@/lib/api/client";

type FormFrame = {
  readOnly: boolean;
  /** A refusal that belongs to no field. */
  refusal: ApiError | null;
  /** The fields on the page that show their own errors: their names and labels. */
  shown: Map<string, string>;
};

/** The controls whose value is wrong; radio buttons cannot say it to screen readers one by one. */
export const WRONG_CONTROL = '[aria-invalid="true"], [data-wrong]';

export const FormFrameContext = createContext<FormFrame>({ readOnly: false, refusal: null, shown: new Map() });

/** Whether the form is read-only, for controls that a disabled fieldset does not reach. */
export function useReadOnly(): boolean {
  return useContext(FormFrameContext).readOnly;
}

/** Declares that a field shows its errors, under this label; an error of any other field stands beside the button. */
export function useShownField(name: string, label: string): void {
  const { shown } = useContext(FormFrameContext);
  useEffect(() => {
    shown.set(name, label);
    return () => void shown.delete(name);
  }, [shown, name, label]);
}
