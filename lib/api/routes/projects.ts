import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { tellReferences } from "@/lib/api/routes/reference-words";
import { createProject, updateProject } from "@/lib/nouns/projects/mutations";
import { getProject, listProjects } from "@/lib/nouns/projects/queries";
import { CreateProject, ListProjects, Project, UpdateProject } from "@/lib/nouns/projects/schemas";

const REFERENCES = tellReferences("project", "installation");

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
    handler: ({ ctx, query }) => listProjects(ctx, query),
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
    handler: ({ ctx, body }) => updateProject(ctx, body),
  }),
];
