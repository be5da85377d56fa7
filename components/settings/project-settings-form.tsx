"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { DetailState } from "@/components/data/detail-state";
import { Form } from "@/components/forms/form";
import { SaveBar } from "@/components/forms/form-actions";
import { useZodForm } from "@/components/forms/use-zod-form";
import { EndProject } from "@/components/projects/end-project";
import { projectRead } from "@/components/projects/queries";
import { findPairErrors, toReferenceInput, toReferenceValues } from "@/components/references/reference-values";
import { useMay } from "@/components/session/me";
import { ProjectSettingsFields } from "@/components/settings/project-settings-fields";
import { toast } from "@/components/toasts/toast";
import { unwrap } from "@/lib/api/client";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import { findHeaderClashes } from "@/lib/nouns/projects/header-clashes";
import { type Project, UpdateProject } from "@/lib/nouns/projects/schemas";

/** All settings at once: the form contains every one, so the whole shape is checked and sent. */
const AllSettings = UpdateProject.extend({ name: UpdateProject.shape.name.unwrap(), settings: ProjectSettings });

export function ProjectSettingsPage({ projectID }: { projectID: string }) {
  const result = useQuery(projectRead(projectID));
  return (
    <DetailState noun="project" back={{ href: "/projects", name: "Projects" }} result={result}>
      {(project) => (
        <>
          <ProjectSettingsForm key={`${project.uid} ${project.archived_at}`} project={project} />
          <EndProject project={project} />
        </>
      )}
    </DetailState>
  );
}

const toValues = (project: Project) => ({
  ...toReferenceValues(project),
  name: project.name,
  settings: project.settings,
});

function ProjectSettingsForm({ project }: { project: Project }) {
  const client = useQueryClient();
  const mayEdit = useMay(project.uid, "administer");
  const isArchived = project.archived_at !== null;

  const zodForm = useZodForm({
    schema: AllSettings,
    defaultValues: toValues(project),
    toInput: (values) => ({ ...values, ...toReferenceInput(values) }),
    check: (values) => {
      const { settings } = values;
      const errors = [...findHeaderClashes(settings), ...findPairErrors(values)];
      const { is_enabled, url } = settings.meta_event;
      if (is_enabled && url === "") {
        errors.push({ path: "settings.meta_event.url", message: "Give the address that meta events are sent to." });
      }
      return errors;
    },
    submit: async (input) => {
      const path = { projectID: project.uid };
      const saved = await unwrap(api.PUT("/v1/projects/{projectID}", { params: { path }, body: input }));
      zodForm.form.reset(toValues(saved));
      toast.success("Saved");
      await client.invalidateQueries({ queryKey: ["projects"] });
      await client.invalidateQueries({ queryKey: ["me"] });
    },
  });

  return (
    <Form
      {...zodForm}
      label="Project settings"
      readOnly={!mayEdit || isArchived}
      {...(isArchived && { readOnlyWhy: "Nothing of an archived project is changed." })}
      className="max-w-[720px] px-4 pb-6 md:px-6"
    >
      <ProjectSettingsFields project={project} />
      <SaveBar />
    </Form>
  );
}
