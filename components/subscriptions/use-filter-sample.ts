"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { tellError } from "@/components/data/tell-error";
import { eventRead, useLatestEvents } from "@/components/events/queries";
import { isThere, OWN_PAYLOAD, readLast } from "@/components/functions/run-target";
import { readSample, SAMPLE_TEXT, toSampleText } from "@/components/subscriptions/filter-sample";
import { ApiError } from "@/lib/api/client";

export type FilterSample = ReturnType<typeof useFilterSample>;

/** The event that a filter is tried on and its fields completed from: the newest one, until another is chosen. */
export function useFilterSample(projectID: string, sourceID: string | undefined) {
  const client = useQueryClient();
  const events = useLatestEvents(projectID, sourceID);
  const [chosen, setChosen] = useState(OWN_PAYLOAD);
  const [text, setText] = useState(SAMPLE_TEXT);
  const wanted = useRef<string | null>(null);
  const choice = isThere(chosen, events) ? chosen : OWN_PAYLOAD;

  const want = (next: string) => {
    wanted.current = next;
    setChosen(next);
  };

  const choose = async (next: string) => {
    want(next);
    if (next === OWN_PAYLOAD || readLast(next) !== null) return;
    try {
      const event = await client.fetchQuery(eventRead(projectID, next));
      // Text that was typed or chosen meanwhile stays.
      if (wanted.current === next) setText(toSampleText(event));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tellError("The event could not be loaded", error);
    }
  };

  const newest = events[0]?.uid;
  const chooseNewest = useEffectEvent((id: string) => {
    if (wanted.current === null) void choose(id);
  });
  useEffect(() => {
    if (newest !== undefined) chooseNewest(newest);
  }, [newest]);

  const write = (next: string) => {
    setText(next);
    want(OWN_PAYLOAD);
  };

  const event = useMemo(() => readSample(text), [text]);
  return { events, choice, last: readLast(choice), text, event, choose, write };
}
