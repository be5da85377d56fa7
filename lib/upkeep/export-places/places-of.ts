import type { Env } from "@/lib/kernel/env";
import { bucketPlace } from "@/lib/upkeep/export-places/bucket";
import { folderPlace } from "@/lib/upkeep/export-places/folder";
import type { ExportPlace } from "@/lib/upkeep/export-places/place";

/** The places that the settings name; none if days are only removed. */
export function placesOf({ HOOKYARD_EXPORT_DIR: folder, exportBucket }: Env): ExportPlace[] {
  const folders = folder === undefined ? [] : [folderPlace(folder)];
  const buckets = exportBucket === null ? [] : [bucketPlace(exportBucket)];
  return [...folders, ...buckets];
}
