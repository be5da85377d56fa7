import { databasesOf } from "@/lib/api/databases-of";
import { forgetApiKeys } from "@/lib/api/key-cache";
import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { tellReferences } from "@/lib/api/routes/reference-words";
import { archiveProject, unarchiveProject } from "@/lib/nouns/projects/archive";
import { readProjectContents } from "@/lib/nouns/projects/contents";
import { deleteProject } from "@/lib/nouns/projects/delete";
import { createProject, updateProject } from "@/lib/nouns/projects/mutations";
import { getProject, listProjects } from "@/lib/nouns/projects/queries";
import {
  ConfirmProject,
  CreateProject,
  ListProjects,
  Project,
  ProjectContents,
  UpdateProject,
} from "@/lib/nouns/projects/schemas";

const REFERENCES = tellReferences("project", "installation");

const BY_OWNER =
  "Only the instance's owner, signed in, may do this. `name` must be the project's name, letter by letter; else 422 and nothing is changed.";
const ARCHIVED =
  "An archived project takes in nothing: its ingest addresses, the creation of events and the pulls of devices answer 409 `conflict`, and Hookyard lets go of the sources that it reads itself. No attempt begins; what waits is kept. Its data can be read until its retention ends it, and its configuration can be read and not changed (409 `conflict`): only access can be taken away, by revoking keys and invitations and removing members. Conflict if it is archived already.";
const DELETED =
  "Only an archived project can be deleted; any other is a conflict. The answer comes at once: from then on the project is found nowhere, and its name is free. What it had is removed in the background: configuration, events, deliveries, attempts, members, keys and its audit log. The installation's audit log keeps one entry that says who deleted it. It cannot be undone.";

const ProjectPage = pageOf(Project);

export const projectRoutes = [
  defineRoute({
    id: "listProjects",
    method: "get",
    path: "/v1/projects",
    permission: "read",
    tag: "Projects",
    summary: "List projects",
    description: "The projects that the caller may see: a key's own one, a person's, or all for the instance's owner.",
    query: ListProjects,
    response: ProjectPage,
    message: "Projects fetched",
    handler: ({ ctx, query, services }) => listProjects(ctx, query, databasesOf(services, ctx.actor)),
  }),
  defineRoute({
    id: "createProject",
    method: "post",
    path: "/v1/projects",
    permission: "own",
    audit: "domain",
    tag: "Projects",
    summary: "Create a project",
    description: `Only the instance's owner, signed in, may do this; so may the \`hookyard\` command. The type stays for good.\n\n${REFERENCES}`,
    body: CreateProject,
    response: Project,
    status: 201,
    message: "Project created",
    errors: ["duplicate"],
    handler: ({ ctx, body }) => createProject(ctx, body),
  }),
  defineRoute({
    id: "getProject",
    method: "get",
    path: "/v1/projects/{projectID}",
    permission: "read",
    tag: "Projects",
    summary: "Retrieve a project",
    response: Project,
    message: "Project fetched",
    handler: ({ ctx }) => getProject(ctx),
  }),
  defineRoute({
    id: "updateProject",
    method: "put",
    path: "/v1/projects/{projectID}",
    permission: "administer",
    audit: "domain",
    tag: "Projects",
    summary: "Update a project",
    description: `Replaces only the fields sent; settings are merged group by group. \`settings.meta_event.secret\` is returned as \`[REDACTED]\`, and sending that word back leaves it as it is.\n\n${REFERENCES}`,
    body: UpdateProject,
    response: Project,
    message: "Project updated",
    errors: ["duplicate"],
    // A name is taken in any of them.
    handler: ({ ctx, services, body }) => updateProject({ ...ctx, db: services.db }, body),
  }),
  defineRoute({
    id: "readProjectContents",
    method: "get",
    path: "/v1/projects/{projectID}/contents",
    permission: "read",
    tag: "Projects",
    summary: "Count what a project has",
    description: "What goes with the project when it is deleted.",
    response: ProjectContents,
    message: "Contents counted",
    handler: ({ ctx }) => readProjectContents(ctx),
  }),
  defineRoute({
    id: "archiveProject",
    method: "post",
    path: "/v1/projects/{projectID}/archive",
    permission: "own",
    audit: "domain",
    inArchive: "served",
    tag: "Projects",
    summary: "Archive a project",
    description: `${BY_OWNER} ${ARCHIVED}`,
    body: ConfirmProject,
    response: Project,
    message: "Project archived",
    errors: ["conflict"],
    async handler({ ctx, body, services }) {
      const project = await archiveProject(ctx, body);
      services.snapshots.forget(ctx.projectId);
      return project;
    },
  }),
  defineRoute({
    id: "unarchiveProject",
    method: "post",
    path: "/v1/projects/{projectID}/unarchive",
    permission: "own",
    audit: "domain",
    inArchive: "served",
    tag: "Projects",
    summary: "Unarchive a project",
    description: `${BY_OWNER} Everything is as it was before: sources take events, and deliveries that waited are attempted. Conflict if the project is not archived.`,
    body: ConfirmProject,
    response: Project,
    message: "Project unarchived",
    errors: ["conflict"],
    async handler({ ctx, body, services }) {
      const project = await unarchiveProject(ctx, body);
      services.snapshots.forget(ctx.projectId);
      return project;
    },
  }),
  defineRoute({
    id: "deleteProject",
    method: "delete",
    path: "/v1/projects/{projectID}",
    permission: "own",
    audit: "domain",
    inArchive: "served",
    tag: "Projects",
    summary: "Delete a project",
    description: `${BY_OWNER} ${DELETED}`,
    body: ConfirmProject,
    response: Project,
    status: 202,
    message: "Project deleted",
    errors: ["conflict"],
    async handler({ ctx, body, services }) {
      const project = await deleteProject(ctx, body);
      services.snapshots.forget(ctx.projectId);
      forgetApiKeys(ctx.projectId);
      return project;
    },
  }),
];
