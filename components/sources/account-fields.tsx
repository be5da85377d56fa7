"use client";

import { SelectField } from "@/components/forms/choice-fields";
import { SecretField } from "@/components/forms/secret-field";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";

const ENVIRONMENTS = [
  { value: "production", label: "Production" },
  { value: "sandbox", label: "Sandbox" },
];

/** The account that a provider gives its keys to, at the name of its settings; nothing for any other provider. */
export function AccountFields({ provider, name }: { provider: ProviderName; name: string }) {
  const { account } = providers[provider];
  if (!account) return null;
  return (
    <>
      <SelectField name={`${name}.environment`} label="Environment" choices={ENVIRONMENTS} className="max-w-60" />
      <SecretField name={`${name}.client_id`} label={account.label} help={account.where} />
    </>
  );
}
