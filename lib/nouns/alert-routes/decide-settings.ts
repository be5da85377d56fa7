import type { Context } from "@/lib/db/context";
import { type FieldError, invalidFields } from "@/lib/kernel/errors";
import type { RouteSettings } from "@/lib/nouns/alert-routes/settings";
import { generateSecret } from "@/lib/signing/secrets";
import { restoreForAddress } from "@/lib/wire/stored-credentials";

/** What to store, and the secret that was made for it, if one was. */
export type DecidedSettings = { settings: RouteSettings; madeSecret: string | null };

const NO_MAIL = "This installation sends no mail. Set SMTP_URL and SMTP_FROM, or choose another type.";

/**
 * Decides the settings of a route after an input. A stored credential belongs to its type and its address. Throws
 * `invalid` with the wrong fields.
 */
export function decideSettings(
  ctx: Pick<Context, "checkDestination" | "sendsMail">,
  input: RouteSettings,
  stored: RouteSettings | null,
): DecidedSettings {
  const ofType = stored?.type === input.type ? stored : null;
  const { value, errors } = restoreForAddress<RouteSettings>(input, ofType, { root: "settings", addressOf });
  const wrong = [...errors, ...(errors.length > 0 ? [] : judge(ctx, value))];
  if (wrong.length > 0) throw invalidFields(wrong);
  return value.type === "webhook" ? withSecret(value, ofType) : { settings: value, madeSecret: null };
}

type Webhook = Extract<RouteSettings, { type: "webhook" }>;

/** A webhook that was given no secret keeps the one of its address, or gets a new one. */
function withSecret(given: Webhook, stored: RouteSettings | null): DecidedSettings {
  const kept = stored?.type === "webhook" && stored.url === given.url ? stored.secret : undefined;
  const secret = given.secret ?? kept;
  if (secret !== undefined) return { settings: { ...given, secret }, madeSecret: null };
  const made = generateSecret();
  return { settings: { ...given, secret: made }, madeSecret: made };
}

/** Where credentials are sent to; a chat's address is the credential itself. */
function addressOf(settings: RouteSettings): string {
  return "url" in settings ? settings.url : "";
}

function judge(ctx: Pick<Context, "checkDestination" | "sendsMail">, settings: RouteSettings): FieldError[] {
  if (settings.type === "email") return ctx.sendsMail ? [] : [{ path: "settings.type", message: NO_MAIL }];
  const [field, url] = "url" in settings ? ["url", settings.url] : ["webhook_url", settings.webhook_url];
  const message = ctx.checkDestination(url ?? "");
  return message === null ? [] : [{ path: `settings.${field}`, message }];
}
