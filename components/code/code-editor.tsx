"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CodeLanguage, EditorLook, MountedEditor, MountOptions } from "@/components/code/code-mirror";
import type { ControlProps } from "@/components/forms/field";
import { cn } from "@/components/ui/class-names";
import { fieldStyles, Textarea } from "@/components/ui/input";

type CodeEditorProps = {
  /** The field's control; `label` names the editor, which no label element can. */
  control: ControlProps;
  label: string;
  language: CodeLanguage;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  readOnly?: boolean;
  placeholder?: string;
  rows?: number;
  /** A line to mark as wrong, counted from 1. */
  badLine?: number | null;
};

/** `caret`: the cursor's position in the plain field, if it had the focus. */
type Mounted = { editor: MountedEditor; caret: number[] | null };

/**
 * Code with colours and line numbers. The editor is loaded when the first one is shown; until then, and if it cannot be
 * loaded, a plain text field is in its place.
 */
export function CodeEditor({ control, label, language, value, onChange, onBlur, ...rest }: CodeEditorProps) {
  const { readOnly = false, placeholder = "", rows = 10, badLine = null } = rest;
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [mounted, setMounted] = useState<Mounted | null>(null);
  const editor = mounted?.editor ?? null;
  const { id, "aria-describedby": describedBy, "aria-invalid": isInvalid } = control;
  const look = useMemo(
    (): EditorLook => ({
      attributes: {
        id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-invalid": String(isInvalid),
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(readOnly && { "aria-readonly": "true", tabindex: "0" }),
      },
      isReadOnly: readOnly,
      badLine,
    }),
    [id, label, describedBy, isInvalid, readOnly, badLine],
  );
  const tell = useEffectEvent((text: string) => onChange(text));
  const leave = useEffectEvent(() => onBlur?.());
  const start = useEffectEvent((mountEditor: (options: MountOptions) => MountedEditor) => {
    const parent = frame.current;
    if (!parent) return null;
    const typed = field.current;
    const caret = typed && document.activeElement === typed ? [typed.selectionStart, typed.selectionEnd] : null;
    const editor = mountEditor({
      parent,
      language,
      text: value,
      placeholder,
      look,
      onChange: (text) => tell(text),
      onLeave: () => leave(),
    });
    // At once: what is typed while the plain field goes and the editor has no focus yet would reach neither.
    flushSync(() => setMounted({ editor, caret }));
    return editor;
  });

  useEffect(() => {
    let started: MountedEditor | null = null;
    let isGone = false;
    void import("@/components/code/code-mirror").then(
      ({ mountEditor }) => {
        if (!isGone) started = start(mountEditor);
      },
      // The plain field stays and does everything that is needed.
      (error: unknown) => console.warn("The code editor could not be loaded.", error),
    );
    return () => {
      isGone = true;
      started?.destroy();
      setMounted(null);
    };
  }, []);

  // A person typing in the plain field continues in the editor.
  useLayoutEffect(() => {
    if (mounted?.caret) mounted.editor.focus(mounted.caret);
  }, [mounted]);
  useEffect(() => editor?.setText(value), [editor, value]);
  useEffect(() => editor?.setLook(look), [editor, look]);

  return (
    <>
      <div
        ref={frame}
        hidden={editor === null}
        className={cn(
          fieldStyles,
          "overflow-hidden px-0 focus-within:border-accent focus-within:outline-1 focus-within:outline-accent focus-within:outline-solid hover:focus-within:border-accent pointer-coarse:text-[16px]",
          isInvalid && "border-failure",
          readOnly && "bg-sunken",
        )}
      />
      {editor === null && (
        <Textarea
          {...control}
          ref={field}
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          readOnly={readOnly}
          placeholder={placeholder}
          spellCheck={false}
          className="font-mono"
        />
      )}
    </>
  );
}
