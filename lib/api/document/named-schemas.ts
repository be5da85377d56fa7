import { z } from "zod";
import { ErrorAnswer } from "@/lib/api/document/error-answer";
import { Me } from "@/lib/api/me-schema";
import { TestedFunctions, TestFunction } from "@/lib/functions/schemas";
import {
  AlertRoute,
  AlertRouteTest,
  CreateAlertRoute,
  CreatedAlertRoute,
  UpdateAlertRoute,
} from "@/lib/nouns/alert-routes/schemas";
import {
  AlertRule,
  SilenceAlertRules,
  UpdateAlertRules,
  UpdateInstallationAlertRules,
} from "@/lib/nouns/alert-rules/schemas";
import { Alert } from "@/lib/nouns/alerts/schemas";
import { ApiKey, CreateApiKey, CreatedApiKey } from "@/lib/nouns/api-keys/schemas";
import { AuditEntry } from "@/lib/nouns/audit-log/schemas";
import { Catalogue, UpdateCatalogue } from "@/lib/nouns/catalogues/schemas";
import { Connection, CreateConnection } from "@/lib/nouns/connections/schemas";
import { Attempt, DeliveryMetadata, EventDelivery } from "@/lib/nouns/deliveries/answer-schemas";
import { CancelDeliveries, CancelledDeliveries, MatchCount } from "@/lib/nouns/deliveries/filter-schemas";
import { SignedRequest, TestSend, TestSendResult } from "@/lib/nouns/deliveries/request-schemas";
import {
  Device,
  ListedDevice,
  ListenDevice,
  PullDeliveries,
  PulledDelivery,
  RegisterDevice,
  RegisteredDevice,
  ReportResult,
  UpdateDevice,
} from "@/lib/nouns/devices/schemas";
import { CreateDeviceTest, DeviceTest } from "@/lib/nouns/devices/test-schemas";
import { PublicKeys, RotateKeyPair, SigningKeyPair } from "@/lib/nouns/endpoints/key-pair-schemas";
import { CreateEndpoint, Endpoint, RotateSecret, Secret, UpdateEndpoint } from "@/lib/nouns/endpoints/schemas";
import { DiagnoseSignature, SignatureDiagnosis } from "@/lib/nouns/endpoints/signature-schemas";
import {
  CreateEventType,
  EventType,
  ImportEventTypes,
  ImportedEventTypes,
  PublishEventTypes,
  PublishedEventTypes,
  TestEventTypeSchema,
  TestedEventTypeSchema,
  UpdateEventType,
} from "@/lib/nouns/event-types/schemas";
import {
  CheckEventType,
  EventTypeChange,
  EventTypeComparison,
  EventTypeVersion,
  EventTypeVersionSummary,
} from "@/lib/nouns/event-types/version-schemas";
import {
  CreateBroadcastEvent,
  CreateDynamicEvent,
  CreatedEvent,
  CreatedEventBatch,
  CreateEvent,
  CreateEventBatch,
  CreateFanoutEvent,
  Event,
  ReceivedEvent,
  ReplayedEvent,
} from "@/lib/nouns/events/schemas";
import { TestEventPreview } from "@/lib/nouns/events/test-event-schemas";
import { FunctionVersion, FunctionVersionSummary } from "@/lib/nouns/function-versions/schemas";
import { ClaimCost, InstallationHealth, ServerHealth } from "@/lib/nouns/health/schemas";
import { Incident, IncidentWithNotes } from "@/lib/nouns/incidents/schemas";
import {
  AcceptedInvitation,
  AcceptInvitation,
  AddMember,
  CreatedInvitation,
  CreateInvitation,
  FindInvitation,
  Invitation,
  Member,
  OpenInvitation,
  RemovedMember,
  UpdateMember,
} from "@/lib/nouns/members/schemas";
import { MetaEvent } from "@/lib/nouns/meta-events/schemas";
import { CreateNote, Note } from "@/lib/nouns/notes/schemas";
import { Notification } from "@/lib/nouns/notifications/schemas";
import { Problem } from "@/lib/nouns/problems/schemas";
import { ConfirmProject, CreateProject, Project, ProjectContents, UpdateProject } from "@/lib/nouns/projects/schemas";
import { CreateReceiver, ReceivedRequest, Receiver, UpdateReceiver } from "@/lib/nouns/receivers/schemas";
import { CreateReplay, Replay, ReplayFilter, ReplayItem } from "@/lib/nouns/replays/schemas";
import { HandshakeSecret, SourceHandshakes, WaitForHandshake } from "@/lib/nouns/sources/handshake-schemas";
import { SourceHealth } from "@/lib/nouns/sources/health-schemas";
import { SourceRefusal } from "@/lib/nouns/sources/refusal-schemas";
import { SourceRemains } from "@/lib/nouns/sources/remains-schemas";
import { SendSample, SentSample, SourceSamples } from "@/lib/nouns/sources/sample-schemas";
import { CreateSource, Source, UpdateSource } from "@/lib/nouns/sources/schemas";
import { RotateSourceSecret, SourceSecrets } from "@/lib/nouns/sources/secret-schemas";
import { DiagnoseSourceSignature, SourceSignatureDiagnosis } from "@/lib/nouns/sources/signature-schemas";
import { TestConnection, TestedConnection } from "@/lib/nouns/sources/test-connection-schemas";
import {
  Backlog,
  DeliveryCounts,
  EndpointDays,
  EndpointStats,
  Ledger,
  SourceDays,
  Stats,
  SubscriptionDays,
} from "@/lib/nouns/stats/schemas";
import { CreateSubscription, Subscription, UpdateSubscription } from "@/lib/nouns/subscriptions/schemas";
import { TestedFilter, TestFilter } from "@/lib/nouns/subscriptions/test-filter-schemas";
import { ChangePassword, Session, SuspendedUser, UpdateMe, User } from "@/lib/nouns/users/schemas";
import { CreateView, UpdateView, View, ViewCount } from "@/lib/nouns/views/schemas";
import { Pagination } from "@/lib/wire/fields";
import { TestAnswer } from "@/lib/wire/test-answer";

/** The schemas that have a name in the document. */
export const NAMED = {
  ErrorAnswer,
  Pagination,
  Me,
  Project,
  CreateProject,
  UpdateProject,
  ConfirmProject,
  ProjectContents,
  ApiKey,
  CreatedApiKey,
  CreateApiKey,
  Source,
  CreateSource,
  UpdateSource,
  SourceHealth,
  SourceRefusal,
  SourceSamples,
  SendSample,
  SentSample,
  SourceRemains,
  SourceSecrets,
  RotateSourceSecret,
  SourceHandshakes,
  WaitForHandshake,
  HandshakeSecret,
  DiagnoseSourceSignature,
  SourceSignatureDiagnosis,
  TestConnection,
  TestedConnection,
  Endpoint,
  Secret,
  CreateEndpoint,
  UpdateEndpoint,
  RotateSecret,
  RotateKeyPair,
  SigningKeyPair,
  PublicKeys,
  DiagnoseSignature,
  SignatureDiagnosis,
  Subscription,
  CreateSubscription,
  UpdateSubscription,
  Connection,
  CreateConnection,
  TestFilter,
  TestedFilter,
  TestFunction,
  TestedFunctions,
  FunctionVersion,
  FunctionVersionSummary,
  Device,
  ListedDevice,
  RegisteredDevice,
  RegisterDevice,
  UpdateDevice,
  ListenDevice,
  PullDeliveries,
  PulledDelivery,
  ReportResult,
  CreateDeviceTest,
  DeviceTest,
  Event,
  CreatedEvent,
  CreateEvent,
  CreateFanoutEvent,
  CreateBroadcastEvent,
  CreateDynamicEvent,
  CreateEventBatch,
  CreatedEventBatch,
  ReceivedEvent,
  ReplayedEvent,
  TestEventPreview,
  EventDelivery,
  CancelDeliveries,
  CancelledDeliveries,
  MatchCount,
  DeliveryMetadata,
  Attempt,
  Replay,
  ReplayFilter,
  CreateReplay,
  ReplayItem,
  Alert,
  AlertRule,
  UpdateAlertRules,
  UpdateInstallationAlertRules,
  SilenceAlertRules,
  AlertRoute,
  CreatedAlertRoute,
  CreateAlertRoute,
  UpdateAlertRoute,
  AlertRouteTest,
  Problem,
  Notification,
  Incident,
  Note,
  IncidentWithNotes,
  SignedRequest,
  TestSend,
  TestAnswer,
  TestSendResult,
  CreateNote,
  Receiver,
  CreateReceiver,
  UpdateReceiver,
  ReceivedRequest,
  View,
  CreateView,
  UpdateView,
  ViewCount,
  DeliveryCounts,
  Stats,
  Backlog,
  EndpointDays,
  SourceDays,
  SubscriptionDays,
  EndpointStats,
  Ledger,
  MetaEvent,
  EventType,
  CreateEventType,
  UpdateEventType,
  TestEventTypeSchema,
  TestedEventTypeSchema,
  ImportEventTypes,
  ImportedEventTypes,
  PublishEventTypes,
  PublishedEventTypes,
  CheckEventType,
  EventTypeChange,
  EventTypeComparison,
  EventTypeVersion,
  EventTypeVersionSummary,
  Catalogue,
  UpdateCatalogue,
  AuditEntry,
  Member,
  AddMember,
  UpdateMember,
  Invitation,
  CreatedInvitation,
  CreateInvitation,
  FindInvitation,
  OpenInvitation,
  AcceptInvitation,
  RemovedMember,
  User,
  SuspendedUser,
  Session,
  AcceptedInvitation,
  UpdateMe,
  ChangePassword,
  ClaimCost,
  ServerHealth,
  InstallationHealth,
} satisfies Record<string, z.ZodType>;

/** Their names, for what writes them. */
export const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });

/** The name of a schema in the document. */
export function nameOf(schema: z.ZodType): string | undefined {
  return names.get(schema)?.id;
}
