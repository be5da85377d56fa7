"use client";

import { useQuery } from "@tanstack/react-query";
import { DetailState } from "@/components/data/detail-state";
import { LiveMark } from "@/components/data/live-mark";
import { usePoll } from "@/components/data/use-poll";
import { Fact, Facts } from "@/components/layout/facts";
import { PageHeader } from "@/components/layout/page-header";
import { describeAnswer } from "@/components/receivers/describe-answer";
import { EditReceiverForm, FailureForm } from "@/components/receivers/edit-receiver-forms";
import { receiverRead } from "@/components/receivers/queries";
import { ReceivedRequests } from "@/components/receivers/received-requests";
import { ReceiverActions } from "@/components/receivers/receiver-actions";
import { useMay } from "@/components/session/me";
import { ExactTime } from "@/components/time/time";
import { CopyButton } from "@/components/ui/copy-button";
import { REDACTED } from "@/lib/kernel/vocabulary";
import type { Receiver } from "@/lib/nouns/receivers/schemas";

type ReceiverPageProps = { projectID: string; receiverID: string };

export function ReceiverPage({ projectID, receiverID }: ReceiverPageProps) {
  const result = useQuery({ ...receiverRead(projectID, receiverID), refetchInterval: usePoll(10_000) });
  const mayOperate = useMay(projectID, "operate");
  const back = { href: `/projects/${projectID}/receivers`, name: "Receivers" };
  return (
    <DetailState noun="receiver" back={back} result={result}>
      {(receiver) => (
        <>
          <PageHeader title={receiver.name} back={back} freshness={<LiveMark />}>
            <ReceiverActions projectID={projectID} receiver={receiver} />
          </PageHeader>
          <div className="space-y-4 px-4 pb-5 md:px-6">
            <Address url={receiver.url} />
            <ReceiverFacts receiver={receiver} />
          </div>
          <div className="grid items-start gap-x-10 gap-y-8 px-4 pb-12 md:px-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
            <ReceivedRequests projectID={projectID} receiver={receiver} />
            {mayOperate && (
              <div className="min-w-0">
                <FailureForm key={receiver.fail_next} projectID={projectID} receiver={receiver} />
                <EditReceiverForm key={receiver.uid} projectID={projectID} receiver={receiver} />
              </div>
            )}
          </div>
        </>
      )}
    </DetailState>
  );
}

function Address({ url }: { url: string }) {
  if (url.endsWith(REDACTED)) {
    return (
      <p className="text-ink-muted text-sm">
        Only operators and admins see its address: whoever knows it can send something.
      </p>
    );
  }
  return (
    <div className="flex max-w-3xl items-center gap-2 rounded border bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 break-all font-mono text-sm">{url}</code>
      <CopyButton value={url} what="URL of the receiver" label="Copy" />
    </div>
  );
}

function ReceiverFacts({ receiver }: { receiver: Receiver }) {
  return (
    <Facts className="sm:grid-cols-3">
      <Fact name="Answers">{describeAnswer(receiver)}</Fact>
      <Fact name="Received">{receiver.received.toLocaleString("en")}</Fact>
      <Fact name="Ends">
        <ExactTime at={receiver.expires_at} />
      </Fact>
    </Facts>
  );
}
