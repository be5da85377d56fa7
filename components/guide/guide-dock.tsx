"use client";

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { WhatNext } from "@/components/connect/what-next";
import { GuideListStep } from "@/components/guide/guide-list";
import type { GuideStep } from "@/components/guide/guide-steps";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

type GuideDockProps = { home: string; steps: readonly GuideStep[]; onClose: () => void };

/**
 * The next step in one line, all of them on request. It has room of its own below the page, so that whatever the page
 * has can be scrolled above it, and bars at the bottom stand on it.
 */
export function GuideDock({ home, steps, onClose }: GuideDockProps) {
  const id = useId();
  const dock = useTellHeight();
  const [isOpen, setOpen] = useState(false);
  const next = steps.find(({ isDone }) => !isDone);
  const Icon = isOpen ? ChevronDown : ChevronUp;
  return (
    <section ref={dock} aria-label="Guide" className="enter-up sticky bottom-0 z-20 border-t bg-raised shadow-bar">
      {isOpen && (
        <div id={id} className="max-h-[45dvh] overflow-y-auto border-b px-1 md:px-3">
          <ol className="max-w-[720px] divide-y">
            {steps.map((step) => (
              <GuideListStep key={step.name} step={step} />
            ))}
          </ol>
          {!next && <WhatNext home={home} subscriptionID={null} className="border-t px-3 py-4" />}
        </div>
      )}
      <div className="flex min-h-14 items-center gap-2 px-2 md:px-4">
        <Button
          variant="ghost"
          size="icon"
          aria-label="All steps"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon aria-hidden />
        </Button>
        <Headline steps={steps} next={next} />
        {next ? (
          <Button asChild size="sm" variant="primary">
            <Link href={next.href}>{next.action}</Link>
          </Button>
        ) : (
          !isOpen && (
            <Button size="sm" onClick={() => setOpen(true)}>
              What next
            </Button>
          )
        )}
        <Button variant="ghost" size="icon" aria-label="Close the guide" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
    </section>
  );
}

function Headline({ steps, next }: { steps: readonly GuideStep[]; next: GuideStep | undefined }) {
  const delivery = steps.find(({ name, isDone }) => name === "delivery" && isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <p role="status" className="min-w-0 flex-1 text-sm">
      <span className="block truncate font-medium">{delivery ? `${delivery.title} ✓` : "First steps"}</span>
      <span className="block truncate text-ink-muted">
        {done} of {steps.length}
        {next && ` · ${next.title}`}
      </span>
    </p>
  );
}

/** Tells the style sheet how high the dock is: `--dock` in globals.css. */
function useTellHeight() {
  const dock = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const element = dock.current;
    if (!element) return;
    const observer = new ResizeObserver(() => style.setProperty("--dock", `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty("--dock");
    };
  }, []);
  return dock;
}
