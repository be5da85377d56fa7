import { ExternalLink } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { Catalogue } from "@/lib/nouns/catalogues/schemas";

/** Where the catalogue is; where it would be is not told while it is off. */
export function CatalogueAddress({ catalogue: { is_enabled, url, address } }: { catalogue: Catalogue }) {
  if (!is_enabled) return null;
  return (
    <div className="flex items-center gap-1 rounded border bg-sunken py-1 pr-1.5 pl-3 text-sm">
      <span className="min-w-0 flex-1 break-all font-mono">{url}</span>
      <CopyButton value={url} what="the catalogue's address" />
      <Button asChild size="sm">
        <a href={`/catalogue/${address}`} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden />
          Open
        </a>
      </Button>
    </div>
  );
}
