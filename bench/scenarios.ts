import type { Scenario, Settings } from "@/bench/scenario";
import { alerts } from "@/bench/scenarios/alerts";
import { backup } from "@/bench/scenarios/backup";
import { batch } from "@/bench/scenarios/batch";
import { configuration } from "@/bench/scenarios/configuration";
import { copies } from "@/bench/scenarios/copies";
import { crowd } from "@/bench/scenarios/crowd";
import { distributed } from "@/bench/scenarios/distributed";
import { fanout } from "@/bench/scenarios/fanout";
import { functions } from "@/bench/scenarios/functions";
import { hung } from "@/bench/scenarios/hung";
import { incidents } from "@/bench/scenarios/incidents";
import { light } from "@/bench/scenarios/light";
import { lighthouse } from "@/bench/scenarios/lighthouse";
import { lists } from "@/bench/scenarios/lists";
import { observed } from "@/bench/scenarios/observed";
import { page } from "@/bench/scenarios/page";
import { processes } from "@/bench/scenarios/processes";
import { rates } from "@/bench/scenarios/rates";
import { rows } from "@/bench/scenarios/rows";
import { scaling } from "@/bench/scenarios/scaling";
import { single } from "@/bench/scenarios/single";
import { soak } from "@/bench/scenarios/soak";
import { tenants } from "@/bench/scenarios/tenants";
import { verified } from "@/bench/scenarios/verified";
import { waiting } from "@/bench/scenarios/waiting";
import { watched } from "@/bench/scenarios/watched";
import { wide } from "@/bench/scenarios/wide";

/** The scenarios by their name on the command line. */
export const SCENARIOS: Record<string, Scenario> = {
  single,
  batch,
  fanout,
  hung,
  copies,
  processes,
  functions,
  verified,
  lists,
  rows,
  tenants,
  wide,
  waiting,
  incidents,
  watched,
  page,
  lighthouse,
  configuration,
  observed,
  light,
  backup,
  alerts,
  distributed,
  rates,
  scaling,
  crowd,
  soak,
};

type Load = Pick<Settings, "connections" | "outstanding">;
const USUAL_LOAD: Load = { connections: 64, outstanding: 256 };
/** An installation that needs several servers has many senders. */
const OWN_LOADS: Readonly<Record<string, Load>> = {
  distributed: { connections: 512, outstanding: 2_048 },
  rates: { connections: 512, outstanding: 2_048 },
  scaling: { connections: 128, outstanding: 512 },
};

/** What a scenario is measured with where nothing else is asked for. */
export function loadOf(scenario: string): Load {
  return OWN_LOADS[scenario] ?? USUAL_LOAD;
}

/** A soak is meaningful only after half an hour, pages need a browser, and several servers Citus: these run only by their names. */
const BY_NAME = ["soak", "watched", "page", "lighthouse", "distributed", "rates", "scaling", "crowd"];

export const ALL = Object.keys(SCENARIOS).filter((name) => !BY_NAME.includes(name));
