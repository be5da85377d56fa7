"use client";

import { Search } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useRef, useState } from "react";
import type { GuideName } from "@/components/docs/guide-document";
import { GuideShelves } from "@/components/docs/guide-shelves";
import { MethodWord } from "@/components/docs/method-word";
import type { OperationName } from "@/components/docs/reference";
import { useShortcuts } from "@/components/layout/use-shortcuts";
import { cn } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";

type OperationListProps = { guides: GuideName[]; operations: OperationName[]; onGo?: () => void };

/** The guides by their shelf and every operation by its tag; typing filters both by what they are about. */
export function OperationList({ guides, operations, onGo }: OperationListProps) {
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const pathname = usePathname();
  const search = useSearchParams().toString();
  useShortcuts({ "/": () => input.current?.focus() });

  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const foundGuides = guides.filter(({ title, about, shelf }) => hasAll(`${title} ${about} ${shelf}`));
  const found = operations.filter(({ id, method, path, tag, summary }) =>
    hasAll(`${summary} ${method} ${path} ${tag} ${id}`),
  );
  const tags = [...new Set(found.map(({ tag }) => tag))];
  const addressOf = (path: string) => `${path}${search === "" ? "" : `?${search}`}`;
  const linkStyles = (isCurrent: boolean) =>
    cn(
      "flex min-h-8 items-center gap-2 rounded px-2 py-1 text-ink-muted text-sm hover:bg-hover hover:text-ink pointer-coarse:min-h-11",
      isCurrent && "bg-discarded-soft font-medium text-ink hover:bg-discarded-soft",
    );

  return (
    <nav aria-label="Documentation" className="flex min-h-0 flex-1 flex-col">
      <search className="relative block p-2">
        <Search aria-hidden className="absolute top-1/2 left-4.5 size-4 -translate-y-1/2 text-ink-muted" />
        <Input
          ref={input}
          type="search"
          aria-label="Find a guide or operation"
          placeholder="Find a guide or operation"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="pl-8"
        />
      </search>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-2 pb-6">
        <GuideShelves
          guides={foundGuides}
          isSearched={words.length > 0}
          pathname={pathname}
          toLink={({ path, isCurrent }) => ({ href: addressOf(path), className: linkStyles(isCurrent), onClick: onGo })}
        />
        <Link
          href={addressOf("/docs")}
          onClick={onGo}
          aria-current={pathname === "/docs" ? "page" : undefined}
          className={linkStyles(pathname === "/docs")}
        >
          About this API
        </Link>
        {tags.map((tag) => (
          <section key={tag} aria-label={tag}>
            <h2 className="px-2 pb-1 font-medium text-sm">{tag}</h2>
            <ul className="space-y-px">
              {found
                .filter((one) => one.tag === tag)
                .map(({ id, method, summary }) => (
                  <li key={id}>
                    <Link
                      href={addressOf(`/docs/${id}`)}
                      prefetch={false}
                      onClick={onGo}
                      aria-current={pathname === `/docs/${id}` ? "page" : undefined}
                      className={linkStyles(pathname === `/docs/${id}`)}
                    >
                      <span className="min-w-0 flex-1">{summary}</span>
                      <MethodWord method={method} />
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
        {found.length + foundGuides.length === 0 && (
          <p className="px-2 text-ink-muted text-sm">No guide and no operation has that in it.</p>
        )}
      </div>
    </nav>
  );
}
