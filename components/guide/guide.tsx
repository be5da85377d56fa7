"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { deliveryListRead } from "@/components/deliveries/queries";
import { GuideDock } from "@/components/guide/guide-dock";
import { keepGuideState, useGuideState } from "@/components/guide/guide-memory";
import { useAreStepsShown } from "@/components/guide/shown-steps";
import { useGuideSteps } from "@/components/guide/use-guide-steps";
import { useMay, useMe } from "@/components/session/me";

type OfPerson = { projectID: string; personID: string };

/** The way to a first delivery, docked below the pages of a project until it is closed. For those who can go it. */
export function Guide({ projectID }: { projectID: string }) {
  const personID = useMe()?.uid;
  const mayMake = useMay(projectID, "administer");
  return mayMake && personID ? <Remembered projectID={projectID} personID={personID} /> : null;
}

function Remembered(of: OfPerson) {
  const state = useGuideState(of.projectID, of.personID);
  if (state === "closed") return null;
  return state === null ? <FirstLook {...of} /> : <Docked {...of} />;
}

/** Opens the guide of a project that has delivered nothing yet. Any other does not need it. */
function FirstLook({ projectID, personID }: OfPerson) {
  const { data } = useQuery(deliveryListRead(projectID, { perPage: 1, status: "Success" }));
  const state = data && (data.content.length === 0 ? "open" : "closed");
  useEffect(() => {
    if (state) keepGuideState(projectID, personID, state);
  }, [projectID, personID, state]);
  return null;
}

function Docked({ projectID, personID }: OfPerson) {
  const steps = useGuideSteps(projectID);
  const areShown = useAreStepsShown();
  if (!steps || areShown) return null;
  return (
    <GuideDock
      home={`/projects/${projectID}`}
      steps={steps}
      onClose={() => keepGuideState(projectID, personID, "closed")}
    />
  );
}
