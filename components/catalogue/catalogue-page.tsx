"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CatalogueAddress } from "@/components/catalogue/catalogue-address";
import { PublicTypes } from "@/components/catalogue/public-types";
import { catalogueRead } from "@/components/catalogue/queries";
import { api } from "@/components/data/api";
import { DetailState } from "@/components/data/detail-state";
import { SwitchField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { SaveBar } from "@/components/forms/form-actions";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { useMay } from "@/components/session/me";
import { toast } from "@/components/toasts/toast";
import { unwrap } from "@/lib/api/client";
import { type Catalogue, UpdateCatalogue } from "@/lib/nouns/catalogues/schemas";

/** The settings of the page that shows a project's event types to its customers. */
export function CataloguePage({ projectID }: { projectID: string }) {
  const result = useQuery(catalogueRead(projectID));
  return (
    <DetailState noun="catalogue" back={{ href: `/projects/${projectID}/settings`, name: "Settings" }} result={result}>
      {(catalogue) => (
        <div className="max-w-[720px] px-4 pb-12 md:px-6">
          <CatalogueForm key={catalogue.project_id} catalogue={catalogue} />
        </div>
      )}
    </DetailState>
  );
}

function toValues({ is_enabled, address, title, description, is_indexed }: Catalogue) {
  return { is_enabled, address, title, description, is_indexed };
}

function CatalogueForm({ catalogue }: { catalogue: Catalogue }) {
  const client = useQueryClient();
  const { project_id: projectID } = catalogue;
  const mayEdit = useMay(projectID, "administer");

  const zodForm = useZodForm({
    schema: UpdateCatalogue,
    defaultValues: toValues(catalogue),
    toInput: ({ address, ...values }) => ({ ...values, address: address.trim() === "" ? null : address.trim() }),
    submit: async (input) => {
      const path = { projectID };
      const saved = await unwrap(api.PUT("/v1/projects/{projectID}/catalogue", { params: { path }, body: input }));
      zodForm.form.reset(toValues(saved));
      toast.success(saved.is_enabled ? "Saved. The catalogue is on." : "Saved. The catalogue is off.");
      await client.invalidateQueries({ queryKey: catalogueRead(projectID).queryKey });
    },
  });

  return (
    <Form {...zodForm} label="Event catalogue" readOnly={!mayEdit}>
      <Section
        title="Event catalogue"
        why="A page for your customers, who need no account: your event types with their examples, fields and changes, and an OpenAPI document to generate types from."
      >
        <CatalogueAddress catalogue={catalogue} />
        <SwitchField
          name="is_enabled"
          label="Show the catalogue"
          help="Everybody who knows its address can read it. Nothing of the project is in it but what you write here and the event types that are shown."
        />
        <TextField
          name="address"
          label="Address"
          optional
          mono
          placeholder="acme"
          help="The last part: 3 to 64 of a to z, 0 to 9 and -. Empty, it becomes one that nobody can guess; the one before leads nowhere then."
        />
        <TextField name="title" label="Title" optional placeholder="Acme events" />
        <TextField
          name="description"
          label="Introduction"
          optional
          lines={3}
          help="Stands above the event types. A blank line begins a paragraph."
        />
        <SwitchField
          name="is_indexed"
          label="Let search engines list it"
          help="Otherwise they are told to leave it out."
        />
      </Section>
      <PublicTypes catalogue={catalogue} />
      <SaveBar />
    </Form>
  );
}
