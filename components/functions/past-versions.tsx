"use client";

import { History } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useReadOnly } from "@/components/forms/form-context";
import type { FunctionOwner } from "@/components/functions/function-versions";
import { FUNCTION_WORDS, type FunctionKind } from "@/components/functions/function-words";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { FunctionField } from "@/lib/kernel/vocabulary";

const FunctionVersions = dynamic(() => import("@/components/functions/function-versions"), {
  loading: () => <Skeleton className="h-16 w-full" />,
});

type PastVersionsProps = { name: FunctionField; kind: FunctionKind; projectID: string; owner: FunctionOwner };

/** The versions of the function that a form edits, on request. */
export function PastVersions({ name, kind, projectID, owner }: PastVersionsProps) {
  const { control } = useFormContext<Record<string, string>>();
  const { field, fieldState } = useController({ control, name });
  const [isOpen, setOpen] = useState(false);
  const isReadOnly = useReadOnly();
  return (
    <>
      <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <History aria-hidden />
        Versions of the {FUNCTION_WORDS[kind].label.toLowerCase()}
      </Button>
      {isOpen && (
        <FunctionVersions
          projectID={projectID}
          owner={owner}
          field={name}
          edited={{ code: field.value ?? "", isSaved: !fieldState.isDirty }}
          onUse={isReadOnly ? null : field.onChange}
        />
      )}
    </>
  );
}
