"use client";

import { Check, Copy } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";

type CopyButtonProps = Omit<ComponentProps<typeof Button>, "children" | "onClick" | "value"> & {
  value: string | (() => string);
  /** What is copied, as it follows "Copy": "ingest URL". */
  what: string;
  /** Shown beside the icon; without it the button is an icon. */
  label?: string;
};

export function CopyButton({ value, what, label, ...props }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (event: React.MouseEvent) => {
    event.stopPropagation();
    setCopied(await writeClipboard(typeof value === "function" ? value() : value));
  };

  const button = (
    <Button
      variant={label ? "secondary" : "ghost"}
      size={label ? "sm" : "icon-sm"}
      aria-label={copied ? "Copied" : `Copy ${what}`}
      {...props}
      onClick={copy}
    >
      {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      {label}
    </Button>
  );
  return label ? button : <Tooltip content={copied ? "Copied" : `Copy ${what}`}>{button}</Tooltip>;
}

/** Pages served over plain http have no clipboard API, so a hidden field does the work there. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
