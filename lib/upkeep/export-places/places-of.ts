import type { Env } from "@/lib/kernel/env";
import { folderPlace } from "@/lib/upkeep/export-places/folder";
import type { ExportPlace } from "@/lib/upkeep/export-places/place";

/** The places that the settings name; none if days are only removed. */
export function placesOf({ HOOKYARD_EXPORT_DIR: folder }: Env): ExportPlace[] {
  return folder === undefined ? [] : [folderPlace(folder)];
}
