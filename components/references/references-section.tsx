"use client";

import { useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { useLate } from "@/components/late/use-late";
import type { ReferenceValues } from "@/components/references/reference-values";

const loadFields = () => import("@/components/references/reference-fields");

const NAMES = ["external_id", "metadata", "tags"] as const;

type Values = ReferenceValues & { tags?: string };

type ReferencesSectionProps = { noun: string; hasTags?: boolean };

/** The folded part of a form for what a company keeps of its own on a resource: it says what is there. */
export function ReferencesSection({ noun, hasTags = false }: ReferencesSectionProps) {
  const { control } = useFormContext();
  const { errors } = useFormState({ control });
  const isWrong = NAMES.some((name) => name in errors);
  const [wasWrong, setWasWrong] = useState(isWrong);
  const [isOpen, setOpen] = useState(false);
  const fields = useLate(loadFields, isOpen);
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong);
    if (isWrong) setOpen(true);
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="border-t py-6">
      <summary className="cursor-pointer rounded">
        <h2 className="inline font-medium text-base">Your references</h2>
        <Present />
      </summary>
      {isOpen && fields && <fields.ReferenceFields noun={noun} hasTags={hasTags} />}
    </details>
  );
}

function Present() {
  const { control } = useFormContext<Values>();
  const values = useWatch({ control, name: NAMES });
  const present = values.flatMap((text) => (text ?? "").split("\n")).filter((line) => line.trim() !== "");
  const told = present.join(" · ");
  return (
    <span title={told} className="mt-0.5 block truncate text-ink-muted text-sm">
      {told || "An identifier and pairs of your own, to find it again by."}
    </span>
  );
}
