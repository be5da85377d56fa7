import type { Route } from "@/lib/api/route";
import { alertRouteRoutes } from "@/lib/api/routes/alert-routes";
import { alertRuleRoutes } from "@/lib/api/routes/alert-rules";
import { alertRoutes } from "@/lib/api/routes/alerts";
import { apiKeyRoutes } from "@/lib/api/routes/api-keys";
import { auditLogRoutes } from "@/lib/api/routes/audit-log";
import { catalogueRoutes } from "@/lib/api/routes/catalogues";
import { connectionRoutes } from "@/lib/api/routes/connections";
import { deviceRoutes } from "@/lib/api/routes/devices";
import { endpointStateRoutes } from "@/lib/api/routes/endpoint-state";
import { endpointRoutes } from "@/lib/api/routes/endpoints";
import { eventDeliveryRoutes } from "@/lib/api/routes/event-deliveries";
import { eventTypeVersionRoutes } from "@/lib/api/routes/event-type-versions";
import { eventTypeRoutes } from "@/lib/api/routes/event-types";
import { eventRoutes } from "@/lib/api/routes/events";
import { functionVersionRoutes } from "@/lib/api/routes/function-versions";
import { incidentRoutes } from "@/lib/api/routes/incidents";
import { installationRoutes } from "@/lib/api/routes/installation";
import { installationAlertingRoutes } from "@/lib/api/routes/installation-alerting";
import { invitationRoutes } from "@/lib/api/routes/invitations";
import { meRoutes } from "@/lib/api/routes/me";
import { memberRoutes } from "@/lib/api/routes/members";
import { metaEventRoutes } from "@/lib/api/routes/meta-events";
import { projectRoutes } from "@/lib/api/routes/projects";
import { receiverRoutes } from "@/lib/api/routes/receivers";
import { replayRoutes } from "@/lib/api/routes/replays";
import { signatureRoutes } from "@/lib/api/routes/signatures";
import { sourceHandshakeRoutes } from "@/lib/api/routes/source-handshakes";
import { sourceHealthRoutes } from "@/lib/api/routes/source-health";
import { sourceRefusalRoutes } from "@/lib/api/routes/source-refusals";
import { sourceRemainsRoutes } from "@/lib/api/routes/source-remains";
import { sourceSampleRoutes } from "@/lib/api/routes/source-samples";
import { sourceSecretRoutes } from "@/lib/api/routes/source-secrets";
import { sourceSignatureRoutes } from "@/lib/api/routes/source-signatures";
import { sourceRoutes } from "@/lib/api/routes/sources";
import { statsRoutes } from "@/lib/api/routes/stats";
import { subscriptionRoutes } from "@/lib/api/routes/subscriptions";
import { userRoutes } from "@/lib/api/routes/users";
import { viewRoutes } from "@/lib/api/routes/views";

/** Every operation of /v1, in the order of the reference. */
export const ROUTES: readonly Route[] = [
  ...meRoutes,
  ...projectRoutes,
  ...apiKeyRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...sourceRoutes,
  ...sourceHealthRoutes,
  ...sourceRefusalRoutes,
  ...sourceSampleRoutes,
  ...sourceRemainsRoutes,
  ...sourceSecretRoutes,
  ...sourceHandshakeRoutes,
  ...sourceSignatureRoutes,
  ...endpointRoutes,
  ...endpointStateRoutes,
  ...signatureRoutes,
  ...receiverRoutes,
  ...subscriptionRoutes,
  ...connectionRoutes,
  ...functionVersionRoutes,
  ...deviceRoutes,
  ...eventTypeRoutes,
  ...eventTypeVersionRoutes,
  ...catalogueRoutes,
  ...eventRoutes,
  ...statsRoutes,
  ...eventDeliveryRoutes,
  ...replayRoutes,
  ...incidentRoutes,
  ...alertRoutes,
  ...alertRuleRoutes,
  ...alertRouteRoutes,
  ...viewRoutes,
  ...metaEventRoutes,
  ...auditLogRoutes,
  ...userRoutes,
  ...installationRoutes,
  ...installationAlertingRoutes,
];
