import type { AccountEnvironment } from "@/lib/kernel/account-environments";
import type { HmacEncoding, HmacHash } from "@/lib/kernel/vocabulary";

/** How a source checks its requests; the contract's Verifier with the object of its type. */
export type VerifierSettings =
  | { type: "noop" }
  | { type: "hmac"; hmac: HmacSettings }
  | { type: "basic_auth"; basic_auth: BasicAuthSettings }
  | { type: "api_key"; api_key: ApiKeySettings }
  /** As its provider says, with what its user copied from there. */
  | { type: "provider"; provider: ProviderSettings };

/** Without a secret where the provider hands it over itself; an account where the provider gives its keys to one. */
export type ProviderSettings = {
  secret?: string | undefined;
  client_id?: string | undefined;
  environment?: AccountEnvironment | undefined;
};

export type HmacSettings = { hash: HmacHash; encoding: HmacEncoding; header: string; secret: string };
export type BasicAuthSettings = { username: string; password: string };
export type ApiKeySettings = { header_name: string; header_value: string };
