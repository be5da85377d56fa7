import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { acknowledgeIncident, addIncidentNote, unacknowledgeIncident } from "@/lib/nouns/incidents/mutations";
import { getIncident, listIncidents } from "@/lib/nouns/incidents/queries";
import { Incident, IncidentWithNotes, ListIncidents } from "@/lib/nouns/incidents/schemas";
import { CreateNote } from "@/lib/nouns/notes/schemas";

const HOME = "/v1/projects/{projectID}/incidents";

export const incidentRoutes = [
  defineRoute({
    id: "listIncidents",
    method: "get",
    path: HOME,
    permission: "read",
    tag: "Incidents",
    summary: "List incidents",
    description:
      "An incident is made of the failed attempts at one endpoint for one cause: a status with the answer's own word for the error, a time-out and its phase, DNS, TLS, and so on. It is `open` until somebody acknowledges it, and `recovered` by itself when the endpoint has answered and did not fail so for a minute since; a cause that comes back within 15 minutes opens the same incident again. It also ends when nothing failed so for a day, or with its endpoint. From its third failed attempt on it is announced, once: the meta events `incident.opened` and `incident.recovered`, and a message to the people behind the endpoint, unless its circuit breaker or another incident has told them. One that is over before that is forgotten, unless somebody has acknowledged it or written about it. An endpoint has at most some 20 causes that are told apart by `detail`; further ones are grouped by status or error. Incidents are seen some seconds after their attempts, and kept for 90 days after their end. `incidentId` filters deliveries and replays by incident.",
    query: ListIncidents,
    response: pageOf(Incident),
    message: "Incidents fetched",
    handler: ({ ctx, query }) => listIncidents(ctx, query),
  }),
  defineRoute({
    id: "getIncident",
    method: "get",
    path: `${HOME}/{incidentID}`,
    permission: "read",
    tag: "Incidents",
    summary: "Get an incident with its notes",
    response: IncidentWithNotes,
    message: "Incident fetched",
    handler: ({ ctx, params }) => getIncident(ctx, params.incidentID),
  }),
  defineRoute({
    id: "acknowledgeIncident",
    method: "put",
    path: `${HOME}/{incidentID}/acknowledge`,
    permission: "operate",
    audit: "domain",
    tag: "Incidents",
    summary: "Acknowledge an incident",
    description: "Says that somebody looks after it. The first time counts; acknowledging it again changes nothing.",
    response: IncidentWithNotes,
    message: "Incident acknowledged",
    handler: ({ ctx, params }) => acknowledgeIncident(ctx, params.incidentID),
  }),
  defineRoute({
    id: "unacknowledgeIncident",
    method: "delete",
    path: `${HOME}/{incidentID}/acknowledge`,
    permission: "operate",
    audit: "domain",
    tag: "Incidents",
    summary: "Take back the acknowledgement of an incident",
    description: "Changes nothing if there is none.",
    response: IncidentWithNotes,
    message: "Acknowledgement taken back",
    handler: ({ ctx, params }) => unacknowledgeIncident(ctx, params.incidentID),
  }),
  defineRoute({
    id: "addIncidentNote",
    method: "post",
    path: `${HOME}/{incidentID}/notes`,
    permission: "operate",
    audit: "domain",
    tag: "Incidents",
    summary: "Add a note to an incident",
    description: "A note says who wrote it and when. It can be neither changed nor deleted.",
    body: CreateNote,
    response: IncidentWithNotes,
    status: 201,
    message: "Note added",
    handler: ({ ctx, params, body }) => addIncidentNote(ctx, params.incidentID, body),
  }),
];
