import dynamic from "next/dynamic";

/** The first steps of a project, loaded where they are shown: a page that has rows does without. */
export const FirstSteps = dynamic(() =>
  import("@/components/projects/first-steps").then((module) => module.FirstSteps),
);
