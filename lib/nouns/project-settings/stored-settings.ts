import type { SecretBox } from "@/lib/kernel/secret-box";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { ProjectSettings, type ProjectSettingsChange } from "@/lib/nouns/project-settings/schemas";

/** Settings in the form of the column `projects.settings`: the meta events' secret is encrypted. */
export function storeProjectSettings(settings: ProjectSettings, box: SecretBox): string {
  const { secret } = settings.meta_event;
  const meta_event = { ...settings.meta_event, secret: secret === "" ? "" : box.seal(secret) };
  return JSON.stringify({ ...settings, meta_event });
}

/** Every setting of a stored project, with defaults and the meta events' secret decrypted: never an answer. */
export function readProjectSettings(stored: unknown, box: SecretBox): ProjectSettings {
  const settings = ProjectSettings.parse(stored);
  const { secret } = settings.meta_event;
  return { ...settings, meta_event: { ...settings.meta_event, secret: secret === "" ? "" : box.open(secret) } };
}

/** Present settings with a change merged in, group by group; a redacted secret keeps the stored one. */
export function mergeProjectSettings(
  present: ProjectSettings,
  change: ProjectSettingsChange | undefined,
): ProjectSettings {
  if (!change) return present;
  const meta_event = { ...present.meta_event, ...defined(change.meta_event) };
  if (meta_event.secret === REDACTED) meta_event.secret = present.meta_event.secret;
  return ProjectSettings.parse({
    ...present,
    ...defined(change),
    retry: { ...present.retry, ...defined(change.retry) },
    signature: { ...present.signature, ...defined(change.signature) },
    delivery: { ...present.delivery, ...defined(change.delivery) },
    rate_limit: { ...present.rate_limit, ...defined(change.rate_limit) },
    breaker: { ...present.breaker, ...defined(change.breaker) },
    meta_event,
  });
}

function defined(change: object = {}): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
