"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CommandBlock } from "@/components/code/command-block";
import { Step } from "@/components/connect/step";
import { endpointListRead } from "@/components/endpoints/queries";
import { FEW } from "@/components/guide/few";
import { useShowsSteps } from "@/components/guide/shown-steps";
import { projectRead } from "@/components/projects/queries";
import { useMay } from "@/components/session/me";
import { HiddenAddress, isAddressHidden } from "@/components/sources/hidden-address";
import { sourceListRead } from "@/components/sources/queries";
import { SourceCommand } from "@/components/sources/source-command";
import { subscriptionListRead } from "@/components/subscriptions/queries";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { Source } from "@/lib/nouns/sources/schemas";

/**
 * What a new project needs before the first delivery, with the completed steps and the command that creates an event.
 */
export function FirstSteps({ projectID }: { projectID: string }) {
  const project = useQuery(projectRead(projectID)).data;
  const sources = useQuery(sourceListRead(projectID, FEW)).data;
  const endpoints = useQuery(endpointListRead(projectID, FEW)).data;
  const subscriptions = useQuery(subscriptionListRead(projectID, FEW)).data;
  useShowsSteps();
  if (!project || !sources || !endpoints || !subscriptions) return null;

  const home = `/projects/${projectID}`;
  const isIncoming = project.type === "incoming";
  return (
    <ol className="divide-y rounded border text-ink">
      {subscriptions.content.length === 0 && <ConnectStep projectID={projectID} isIncoming={isIncoming} />}
      {isIncoming && (
        <PartStep
          name="Make a source"
          done={sources.content.length > 0}
          projectID={projectID}
          href={`${home}/sources/new`}
          noun="source"
        >
          The address that the sender posts its webhooks to.
        </PartStep>
      )}
      <PartStep
        name="Make an endpoint"
        done={endpoints.content.length > 0}
        projectID={projectID}
        href={`${home}/endpoints/new`}
        noun="endpoint"
      >
        Where events are delivered to.
      </PartStep>
      <PartStep
        name="Make a subscription"
        done={subscriptions.content.length > 0}
        projectID={projectID}
        href={`${home}/subscriptions/new`}
        noun="subscription"
      >
        {isIncoming ? "Which events of the source go to the endpoint." : "Which events the endpoint takes."}
      </PartStep>
      <Step title="Send a first event" state="next">
        {isIncoming ? (
          <PostToSource source={sources.content[0]} connection={connectionOf(home, subscriptions.content[0])} />
        ) : (
          <CreateEvent projectID={projectID} endpoint={endpoints.content[0]} />
        )}
      </Step>
    </ol>
  );
}

/** All at once, before the steps one by one. */
function ConnectStep({ projectID, isIncoming }: { projectID: string; isIncoming: boolean }) {
  const mayMake = useMay(projectID, "administer");
  if (!mayMake) return null;
  return (
    <li className="flex flex-wrap items-center gap-3 bg-accent-soft px-3 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">All at once</p>
        <p className="text-ink-muted">
          {isIncoming ? "A sender, a receiver and what goes between them" : "A receiver and what goes to it"}, in one
          form.
        </p>
      </div>
      <Button asChild variant="primary">
        <Link href={`/projects/${projectID}/connect`}>Connect</Link>
      </Button>
    </li>
  );
}

/** The page that sends a sample through a subscription. */
function connectionOf(home: string, subscription: { uid: string } | undefined): string | null {
  return subscription ? `${home}/connect/${subscription.uid}` : null;
}

function PostToSource({ source, connection }: { source: Source | undefined; connection: string | null }) {
  if (!source) return <p className="text-ink-muted">The command comes with the source.</p>;
  if (isAddressHidden(source)) return <HiddenAddress />;
  return (
    <>
      {connection && (
        <p className="text-ink-muted">
          <Link href={connection} className="font-medium text-accent underline-offset-2 hover:underline">
            Send a sample from here
          </Link>
          , or from a terminal:
        </p>
      )}
      <SourceCommand source={source} what="command for the first event" />
    </>
  );
}

function CreateEvent({ projectID, endpoint }: { projectID: string; endpoint: Endpoint | undefined }) {
  if (!endpoint) return <p className="text-ink-muted">The command comes with the endpoint.</p>;
  const command = createEventCommand(projectID, endpoint.uid);
  return <CommandBlock command={command} what="command for the first event" />;
}

function createEventCommand(projectID: string, endpointID: string): string {
  const body = JSON.stringify({ endpoint_id: endpointID, event_type: "order.created", data: { id: 1001 } });
  return [
    `curl -X POST '${window.location.origin}/v1/projects/${projectID}/events' \\`,
    "  -H 'Authorization: Bearer YOUR_API_KEY' \\",
    "  -H 'content-type: application/json' \\",
    `  --data-binary '${body}'`,
  ].join("\n");
}

type PartStepProps = {
  name: string;
  done: boolean;
  projectID: string;
  href: string;
  noun: string;
  children: ReactNode;
};

/** A part of the connection, made by itself. */
function PartStep({ name, done, projectID, href, noun, children }: PartStepProps) {
  const mayMake = useMay(projectID, "administer");
  return (
    <Step
      title={name}
      state={done ? "done" : "next"}
      why={children}
      action={
        !done &&
        mayMake && (
          <Button asChild size="sm">
            <Link href={href}>Create {noun}</Link>
          </Button>
        )
      }
    />
  );
}
