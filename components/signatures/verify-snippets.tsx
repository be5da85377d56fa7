"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CommandBlock } from "@/components/code/command-block";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";

const LANGUAGES = [
  { name: "TypeScript", file: "verify.ts" },
  { name: "Python", file: "verify.py" },
  { name: "Go", file: "verify.go" },
  { name: "Ruby", file: "verify.rb" },
  { name: "PHP", file: "verify.php" },
] as const;

/** How a receiver verifies a request, in five languages: the files that are tested, fetched as they are. */
export function VerifySnippets() {
  const [language, setLanguage] = useState<string>(LANGUAGES[0].name);
  return (
    <Tabs value={language} onValueChange={setLanguage}>
      <TabsList aria-label="Language">
        {LANGUAGES.map(({ name }) => (
          <TabsTrigger key={name} value={name}>
            {name}
          </TabsTrigger>
        ))}
      </TabsList>
      {LANGUAGES.map(({ name, file }) => (
        <TabsContent key={name} value={name} className="pt-3">
          <Snippet name={name} file={file} />
        </TabsContent>
      ))}
    </Tabs>
  );
}

function Snippet({ name, file }: { name: string; file: string }) {
  const { data, error } = useQuery<string>({
    queryKey: ["verify", file],
    queryFn: ({ signal }) => readFile(file, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error)
    return <p className="text-failure text-sm">The snippet could not be loaded. Reload the page to try again.</p>;
  if (data === undefined) return <Skeleton className="h-80 w-full" />;
  return (
    <div className="max-h-[60vh] overflow-y-auto">
      <CommandBlock command={data} what={`the ${name} snippet`} />
    </div>
  );
}

async function readFile(file: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`/verify/${file}`, { signal });
  if (!response.ok) throw new Error(`${file} was answered ${response.status}.`);
  return (await response.text()).trimEnd();
}
