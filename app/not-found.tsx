import type { Metadata } from "next";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 px-4">
      <h1 className="font-medium text-lg">There is nothing at this address</h1>
      <p className="text-ink-muted">
        It was deleted, it belongs to a project that you do not see, or the link is cut off.
      </p>
      <Button asChild>
        <Link href="/projects">Go to the projects</Link>
      </Button>
    </main>
  );
}
