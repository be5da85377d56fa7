"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { DetailState } from "@/components/data/detail-state";
import { usePoll } from "@/components/data/use-poll";
import { EndpointDeliveries } from "@/components/deliveries/deliveries-view";
import { CertificateCallout, CertificateList } from "@/components/endpoints/certificates";
import { EditEndpointForm } from "@/components/endpoints/edit-endpoint-form";
import { EndpointActions } from "@/components/endpoints/endpoint-actions";
import { EndpointStatsSection } from "@/components/endpoints/endpoint-stats";
import { ENDPOINT_TABS, type EndpointTab, toEndpointTab } from "@/components/endpoints/endpoint-tabs";
import { formatRate } from "@/components/endpoints/format-rate";
import { endpointRead } from "@/components/endpoints/queries";
import { SigningKeys } from "@/components/endpoints/signing-secrets";
import { Section } from "@/components/forms/section";
import { ShortID } from "@/components/ids/short-id";
import { EndpointIncidents } from "@/components/incidents/endpoint-incidents";
import { Fact, Facts } from "@/components/layout/facts";
import { PageHeader } from "@/components/layout/page-header";
import { ViewTabs } from "@/components/layout/view-tabs";
import { ReferenceFacts } from "@/components/references/reference-facts";
import { EndpointStatusBadge } from "@/components/status/status-badge";
import { ENDPOINT_LOOK } from "@/components/status/status-words";
import { ExactTime } from "@/components/time/time";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

type EndpointPageProps = { projectID: string; endpointID: string };

export function EndpointPage({ projectID, endpointID }: EndpointPageProps) {
  const result = useQuery({ ...endpointRead(projectID, endpointID), refetchInterval: usePoll(10_000) });
  const tab = toEndpointTab(useSearchParams().get("tab"));
  const home = `/projects/${projectID}`;
  const back = { href: `${home}/endpoints`, name: "Endpoints" };
  return (
    <DetailState noun="endpoint" back={back} result={result}>
      {(endpoint) => (
        <>
          <PageHeader
            title={
              <span className="flex items-center gap-3">
                <span className="truncate">{endpoint.name}</span>
                <EndpointStatusBadge status={endpoint.status} filled />
              </span>
            }
            back={back}
          >
            <EndpointActions projectID={projectID} endpoint={endpoint} />
          </PageHeader>
          {endpoint.status !== "active" && (
            <Callout tone="warning" className="mx-4 mb-4 md:mx-6" title={ENDPOINT_LOOK[endpoint.status].meaning}>
              {endpoint.status_reason}
            </Callout>
          )}
          <CertificateCallout endpoint={endpoint} className="mx-4 mb-4 md:mx-6" />
          <EndpointIncidents projectID={projectID} endpointID={endpoint.uid} className="mx-4 mb-4 md:mx-6" />
          <ViewTabs label="Endpoint" address={`${home}/endpoints/${endpointID}`} tabs={ENDPOINT_TABS} current={tab} />
          <EndpointView tab={tab} projectID={projectID} endpoint={endpoint} />
        </>
      )}
    </DetailState>
  );
}

type EndpointViewProps = { tab: EndpointTab; projectID: string; endpoint: Endpoint };

function EndpointView({ tab, projectID, endpoint }: EndpointViewProps) {
  if (tab === "deliveries") return <EndpointDeliveries projectID={projectID} endpointID={endpoint.uid} />;
  if (tab === "settings") {
    return (
      <div className="max-w-[720px] px-4 pb-12 md:px-6">
        <SigningKeys projectID={projectID} endpoint={endpoint} />
        <EditEndpointForm key={endpoint.uid} projectID={projectID} endpoint={endpoint} />
      </div>
    );
  }
  return (
    <div className="grid items-start gap-x-10 px-4 pb-12 md:px-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0 xl:order-last">
        <EndpointFacts endpoint={endpoint} />
      </div>
      <div className="min-w-0">
        <EndpointStatsSection projectID={projectID} endpointID={endpoint.uid} />
      </div>
    </div>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  return (
    <Section title="At a glance">
      <Facts className="sm:grid-cols-3 xl:grid-cols-1">
        <Fact name="Failed in 24 hours">{formatRate(endpoint.failure_rate)}</Fact>
        <Fact name="Deliveries made for it">{endpoint.events.toLocaleString("en")}</Fact>
        <Fact name="Created">
          <ExactTime at={endpoint.created_at} />
        </Fact>
        <Fact name="URL" wide>
          <span className="flex items-center gap-1">
            <span className="truncate font-mono">{endpoint.url}</span>
            <CopyButton value={endpoint.url} what="URL" className="size-6" />
          </span>
        </Fact>
        <Fact name="Endpoint id">
          <ShortID id={endpoint.uid} what="endpoint id" />
        </Fact>
        <ReferenceFacts of={endpoint} />
        {endpoint.tls_certificates.length > 0 && (
          <Fact name="Certificates" wide>
            <CertificateList certificates={endpoint.tls_certificates} />
          </Fact>
        )}
      </Facts>
    </Section>
  );
}
