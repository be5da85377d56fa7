import { ProjectSettings } from "@/lib/projects/schemas";
import type { SecretBox } from "@/lib/secret-box";

/** Settings as the column `projects.settings` keeps them: the meta events' secret is sealed. */
export function storeProjectSettings(settings: ProjectSettings, box: SecretBox): string {
  const { secret } = settings.meta_event;
  const meta_event = { ...settings.meta_event, secret: secret === "" ? "" : box.seal(secret) };
  return JSON.stringify({ ...settings, meta_event });
}

/** Every setting of a stored project, defaults filled in and the meta events' secret in the clear: never an answer. */
export function readProjectSettings(stored: unknown, box: SecretBox): ProjectSettings {
  const settings = ProjectSettings.parse(stored);
  const { secret } = settings.meta_event;
  return { ...settings, meta_event: { ...settings.meta_event, secret: secret === "" ? "" : box.open(secret) } };
}
