"use client";

import { useQuery } from "@tanstack/react-query";
import { TestAnswer } from "@/components/deliveries/test-answer";
import { deviceTestRead } from "@/components/devices/queries";
import type { DeviceTestStatus } from "@/lib/kernel/vocabulary";
import type { DeviceTest } from "@/lib/nouns/devices/test-schemas";

const LOOK_MS = 1_000;

type DeviceTestAnswerProps = { projectID: string; test: DeviceTest; hostName: string };

/** How a test for a device stands, and what came back once the device has answered. */
export function DeviceTestAnswer({ projectID, test, hostName }: DeviceTestAnswerProps) {
  const { data, error } = useQuery({
    ...deviceTestRead(projectID, { deviceID: test.device_id, testID: test.uid }),
    initialData: test,
    // Nobody else is told of a test, so that the stream of the project says nothing of it.
    refetchInterval: ({ state }) => (isUnderway(state.data?.status) && state.error?.status !== 404 ? LOOK_MS : false),
  });
  if (data.answer) return <TestAnswer answer={data.answer} />;
  const words = error?.status === 404 ? "The test was deleted meanwhile." : WORDS[data.status](hostName);
  return <p className="text-sm">{words}</p>;
}

function isUnderway(status: DeviceTestStatus | undefined): boolean {
  return status === "waiting" || status === "fetched";
}

const WORDS: Record<DeviceTestStatus, (host: string) => string> = {
  waiting: (host) => `Waiting for ${host}. It fetches the test if it listens within five minutes.`,
  fetched: (host) => `${host} has fetched the test. Waiting for its answer.`,
  answered: (host) => `${host} has answered.`,
  not_fetched: (host) => `${host} did not fetch the test in five minutes.`,
  not_answered: (host) => `${host} fetched the test, and reported no answer within a minute.`,
};
