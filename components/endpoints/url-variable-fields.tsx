"use client";

import { useFormContext, useFormState, useWatch } from "react-hook-form";
import type { EndpointValues } from "@/components/endpoints/endpoint-values";
import { TextField } from "@/components/forms/text-field";
import { defaultPlaceOf, findVariables } from "@/lib/wire/url-variables";

/** Where the values of the variables in the typed URL are. Nothing where its braces are sent as they are. */
export function UrlVariableFields() {
  const { control } = useFormContext<EndpointValues>();
  const { defaultValues } = useFormState({ control });
  const [url, places] = useWatch({ control, name: ["url", "url_variables"] });
  const names = findVariables(url);
  const isLiteral = places === null && url === defaultValues?.url;
  if (names.length === 0 || isLiteral) return null;
  return (
    <fieldset className="space-y-3 rounded border p-3">
      <legend className="px-1 font-medium text-sm">Variables of the URL</legend>
      <p className="text-ink-muted text-sm">
        Each delivery takes their values from its event: at a path of the payload, or in a header (header.X-Tenant). One
        that has none fails at once.
      </p>
      {names.map((name) => (
        <TextField
          key={name}
          name={`url_variables.${name}`}
          label={`{${name}}`}
          optional
          mono
          placeholder={defaultPlaceOf(name)}
        />
      ))}
    </fieldset>
  );
}
