import { defineRoute } from "@/lib/api/route";
import { updateCatalogue } from "@/lib/nouns/catalogues/mutations";
import { getCatalogue } from "@/lib/nouns/catalogues/queries";
import { Catalogue, UpdateCatalogue } from "@/lib/nouns/catalogues/schemas";

export const catalogueRoutes = [
  defineRoute({
    id: "getCatalogue",
    method: "get",
    path: "/v1/projects/{projectID}/catalogue",
    permission: "read",
    tag: "Event types",
    summary: "Retrieve the settings of the event catalogue",
    description:
      "The catalogue is a page for your customers, who need no account: the event types with `is_public`, each with its description, example, fields and changes. Under the same address with `.json` it is an OpenAPI 3.1 document with `webhooks`, from which types can be generated.",
    response: Catalogue,
    message: "Catalogue fetched",
    handler: ({ ctx }) => getCatalogue(ctx),
  }),
  defineRoute({
    id: "updateCatalogue",
    method: "put",
    path: "/v1/projects/{projectID}/catalogue",
    permission: "administer",
    audit: "domain",
    tag: "Event types",
    summary: "Switch the event catalogue on or off",
    description:
      "Replaces only the fields sent. It is off until `is_enabled`, and off again it answers 404 at once. Without an `address` it gets one that nobody can guess; `address: null` makes a new one, and the one before leads nowhere from then on. `title` and `description` stand at the top. Search engines are told to leave it out unless `is_indexed`. Nothing of the project is shown but what is named here and the public event types.",
    body: UpdateCatalogue,
    response: Catalogue,
    message: "Catalogue updated",
    errors: ["duplicate"],
    // An address is taken in any of the projects.
    handler: ({ ctx, services, body }) => updateCatalogue({ ...ctx, db: services.db }, body),
  }),
];
