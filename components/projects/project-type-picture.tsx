import type { ProjectType } from "@/lib/kernel/vocabulary";

const PICTURES: Record<ProjectType, { said: string; words: [string, string, string] }> = {
  incoming: {
    said: "Several senders post to Hookyard, which passes their events on to your application.",
    words: ["Senders", "Hookyard", "You"],
  },
  outgoing: {
    said: "Your application hands its events to Hookyard, which posts them to several customers.",
    words: ["You", "Hookyard", "Customers"],
  },
};

/** Where the three parts stand: on the left, in the middle, on the right. */
const PLACES = [40, 150, 260] as const;
const ROWS = [12, 30, 48];
const MIDDLE = 30;

/** Which way the events of a project go, from left to right. */
export function ProjectTypePicture({ type }: { type: ProjectType }) {
  const { said, words } = PICTURES[type];
  return (
    <svg role="img" aria-label={said} viewBox="0 0 300 72" fill="none" className="my-2 h-auto w-full max-w-[300px]">
      {type === "incoming" ? <FromMany /> : <ToMany />}
      <rect x="124" y="16" width="52" height="28" rx="5" className="fill-accent" />
      {words.map((word, place) => (
        <text key={word} x={PLACES[place]} y="66" fontSize="11" textAnchor="middle" className="fill-ink-muted">
          {word}
        </text>
      ))}
    </svg>
  );
}

function FromMany() {
  return (
    <>
      {ROWS.map((y) => (
        <g key={y} strokeWidth="1.5" className="stroke-line-strong">
          <path d={`M46 ${y}C84 ${y} 84 ${MIDDLE} 116 ${MIDDLE}`} />
          <circle cx={PLACES[0]} cy={y} r="5" className="fill-canvas" />
        </g>
      ))}
      <Head x={120} y={MIDDLE} />
      <path d={`M176 ${MIDDLE}H234`} strokeWidth="1.5" className="stroke-line-strong" />
      <Head x={238} y={MIDDLE} />
      <You x={PLACES[2]} />
    </>
  );
}

function ToMany() {
  return (
    <>
      <You x={PLACES[0]} />
      <path d={`M60 ${MIDDLE}H116`} strokeWidth="1.5" className="stroke-line-strong" />
      <Head x={120} y={MIDDLE} />
      {ROWS.map((y) => (
        <g key={y} strokeWidth="1.5" className="stroke-line-strong">
          <path d={`M176 ${MIDDLE}C212 ${MIDDLE} 212 ${y} 246 ${y}`} />
          <circle cx={PLACES[2]} cy={y} r="5" className="fill-canvas" />
          <Head x={250} y={y} />
        </g>
      ))}
    </>
  );
}

/** The head of an arrow to the right, by its tip. */
function Head({ x, y }: { x: number; y: number }) {
  return (
    <path
      d={`M${x - 5} ${y - 4}l5 4-5 4`}
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-line-strong"
    />
  );
}

function You({ x }: { x: number }) {
  return (
    <rect x={x - 20} y="16" width="40" height="28" rx="4" strokeWidth="1.5" className="fill-canvas stroke-ink-muted" />
  );
}
