import type { World } from "@/bench/lists/world";

/** One list requested in one way: which filters, with what sort of value. */
export type Combination = {
  list: string;
  /** The filters that are set, such as "endpoint + status". */
  filters: string;
  /** The same with the sorts of their values, such as "endpoint: rare, status: Failure". */
  name: string;
  path: string;
  query: string;
  /** Added to the query, it selects a page whose next one is deep inside the list. */
  middle: string;
};

/** The values of a filter, by their sort. "" omits the filter. */
type Axis = Record<string, string>;
type Axes = Record<string, Axis>;

const DAY_MS = 86_400_000;
/** This many days ago, deep inside the data. */
const HALF_WAY = { usual: 15, backlog: 0.5 };

/** The dashboard's filters for each list, as a product of sorts of values: common, rare, absent. */
export function listCombinations(world: World): { usual: Combination[]; searches: Combination[] } {
  const { endpointIds, sourceIds, subscriptionIds } = world;
  const [busiest = "", second = ""] = endpointIds;
  const rare = endpointIds[13] ?? "";
  const dates = datesOf(new Date());
  const endpoint = {
    ...pick("endpointId", { busiest, rare, dead: world.deadEndpoint, "without any": endpointIds.at(-1) ?? "" }),
    several: `endpointId=${[busiest, rare, endpointIds[4]].join(",")}`,
  };
  const status = pick("status", {
    Success: "Success",
    Failure: "Failure",
    Discarded: "Discarded",
    waiting: "Scheduled,Processing,Retry",
    Processing: "Processing",
    "over and not": "Failure,Retry,Success",
  });
  const type = pick("event_type", {
    common: "order.created",
    "of others": "invoice.paid",
    rare: "order.lost",
    unmatched: "no.such",
    "common prefix": "order.*",
    "rare prefix": "ticket.*",
    "unmatched prefix": "zzz.*",
  });
  const found = pick("idempotencyKey", { met: "key-20000", unmatched: "no-such-key" });
  const external = pick("externalId", { met: "order/20000", unmatched: "no-such" });
  const eventTag = {
    ...pick("tag", { common: "eu", some: "vip", rare: "audited", unmatched: "none" }),
    several: "tag=eu&tag=vip",
  };
  const metadata = pick("metadata", {
    common: "plan=free",
    some: "plan=gold",
    rare: "shop=s4",
    unmatched: "plan=none",
  });
  const subscription = pick("subscriptionId", { busiest: subscriptionIds[0] ?? "", rare: subscriptionIds[13] ?? "" });
  const home = `/v1/projects/${world.projectId}`;
  const deliveries = `${home}/eventdeliveries?view=summary`;
  const events = `${home}/events?view=summary`;
  const eventStatus = pick("status", {
    Success: "Success",
    Failure: "Failure",
    Discarded: "Discarded",
    unrouted: "Pending,Processing",
    "Failure and Discarded": "Failure,Discarded",
  });
  const source = pick("sourceId", {
    busiest: sourceIds[0] ?? "",
    rare: sourceIds.at(-1) ?? "",
    several: `${sourceIds[1]},${sourceIds[5]}`,
  });
  const outcome = outcomesOf(world);
  const usual = [
    ...pairsOf("deliveries", deliveries, outcome, {
      ...outcome,
      endpoint,
      status,
      type,
      dates,
      subscription,
      key: found,
      external,
      "event tag": eventTag,
    }),
    ...pairsOf(
      "deliveries",
      deliveries,
      { external, "event tag": eventTag },
      { endpoint, status, type, dates, subscription },
    ),
    ...pairsOf(
      "events",
      events,
      { external, tag: eventTag, metadata },
      { metadata, source, endpoint, status: eventStatus, type, dates },
    ),
    ...combine("deliveries", deliveries, { endpoint, status, type, dates }),
    ...combine("deliveries", deliveries, { key: found, status, dates: { none: "", ...dates } }, "key"),
    ...combine("deliveries", deliveries, { subscription, status, type }, "subscription"),
    ...combine(
      "deliveries",
      deliveries,
      { subscription, endpoint: pick("endpointId", { busiest, second }) },
      "subscription",
    ),
    ...combine("deliveries", `${deliveries}&sort=ASC`, { endpoint, status, type }),
    ...combine("deliveries", `${deliveries}&perPage=100`, { endpoint, status }),
    ...combine("events", events, { source, status: eventStatus, type, dates }),
    ...combine("events", events, { endpoint, status: eventStatus, type }, "endpoint"),
    ...combine("events", events, { endpoint, source, dates }, "endpoint"),
    ...combine("events", events, { key: found, status: eventStatus, dates }, "key"),
    ...combine("meta events", `${home}/meta-events?view=summary`, {
      kind: pick("event_type", {
        common: "eventdelivery.success",
        rare: "endpoint.disabled",
        unmatched: "source.created",
      }),
      status,
      dates,
    }),
    ...combine("replays", `${home}/replays?`, { status: pick("status", { common: "Completed", unmatched: "Paused" }) }),
    ...combine("alerts", `${home}/alerts?`, {
      state: pick("acknowledged", { new: "false", acknowledged: "true" }),
      endpoint,
      subscription,
      dates,
    }),
    ...combine("audit log", `${home}/audit-log?`, {
      action: pick("action", {
        common: "endpoint.updated",
        rare: "member.removed",
        prefix: "member.*",
        unmatched: "x.*",
      }),
      resource: pick("resourceType", { common: "endpoint", rare: "member", unmatched: "alert" }),
      by: pick("actorKind", { common: "user", rare: "system" }),
      dates,
    }),
    ...["endpoints", "sources", "subscriptions"].flatMap((list) =>
      combine(list, `${home}/${list}?`, { name: pick("name", { common: "e", unmatched: "zzz" }) }),
    ),
  ];
  const q = pick("q", { common: "Notebook", rare: "ada4321@example.com" });
  const searches = combine("events", events, { q, source, dates }, "q");
  return { usual, searches };
}

/** What an operator asks for when something is wrong. */
function outcomesOf({ sourceIds }: World): Axes {
  const fromSource = pick("sourceId", {
    busiest: sourceIds[0] ?? "",
    rare: sourceIds.at(-1) ?? "",
    "of a dead endpoint": sourceIds[5] ?? "",
    several: `${sourceIds[1]},${sourceIds[4]}`,
  });
  return {
    code: pick("code", {
      common: "500",
      class: "5xx",
      timeout: "timeout",
      rare: "418",
      unmatched: "404",
      several: "4xx,timeout",
    }),
    owner: pick("ownerId", { busy: "busy & co", rare: "rare & co", idle: "idle & co", unmatched: "nobody" }),
    tag: pick("endpointTag", { busy: "busy", rare: "rare", unmatched: "none" }),
    source: fromSource,
    held: pick("held", { now: "true" }),
    attempts: {
      "2 or more": "minAttempts=2",
      "8 or more": "minAttempts=8",
      "20 or more": "minAttempts=20",
      one: "maxAttempts=1",
      "2 to 3": "minAttempts=2&maxAttempts=3",
    },
    latency: {
      "a second": "minLatency=1",
      "a minute": "minLatency=60",
      "an hour": "minLatency=3600",
      quick: "maxLatency=0.1",
      "some seconds": "minLatency=2&maxLatency=4",
    },
  };
}

/** The same beside a million waiting deliveries: lists of those, and their counts. */
export function listBacklogCombinations({ projectId, endpointIds }: World): Combination[] {
  const home = `/v1/projects/${projectId}`;
  const status = pick("status", {
    Scheduled: "Scheduled",
    Retry: "Retry",
    Processing: "Processing",
    waiting: "Scheduled,Processing,Retry",
    Failure: "Failure",
  });
  const endpoint = pick("endpointId", { one: endpointIds[0] ?? "", "without any": endpointIds.at(-1) ?? "" });
  const type = pick("event_type", { common: "order.created", unmatched: "no.such" });
  const code = pick("code", { common: "503", rare: "timeout", unmatched: "404" });
  const attempts = { some: "minAttempts=1", many: "minAttempts=4" };
  const figures = ["eventdeliveries/counts", "stats", "endpoints"].flatMap((path) =>
    combine("figures", `${home}/${path}?`, {}).map((one) => ({ ...one, filters: path, name: path })),
  );
  return [
    ...combine("deliveries", `${home}/eventdeliveries?view=summary`, { endpoint, status, type }),
    ...pairsOf(
      "deliveries",
      `${home}/eventdeliveries?view=summary`,
      { code, attempts },
      { attempts, status, endpoint },
    ),
    ...combine("events", `${home}/events?view=summary`, { endpoint, type }),
  ]
    .map((one) => ({ ...one, list: `${one.list}, a million waiting`, middle: middleOf(one.query, HALF_WAY.backlog) }))
    .concat(figures);
}

/** Not a list: it counts every waiting row, so that a lost one shows, and takes as long as there are many. */
export function toLedger({ projectId }: World): Combination {
  const path = `/v1/projects/${projectId}/ledger`;
  return { list: "ledger", filters: "a million waiting", name: "everything", path, query: "", middle: "" };
}

function pick(parameter: string, values: Record<string, string>): Axis {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, `${parameter}=${encodeURIComponent(value)}`]),
  );
}

function datesOf(now: Date): Axis {
  const day = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString();
  return {
    "the last day": `startDate=${day(1)}`,
    "a week": `startDate=${day(20)}&endDate=${day(13)}`,
    "long ago": `endDate=${day(29)}`,
  };
}

/** Every choice of values, omitted filters included; with `always` only those with that filter set. */
function combine(list: string, path: string, axes: Axes, always?: string): Combination[] {
  let choices: { filters: string[]; names: string[]; query: string[] }[] = [{ filters: [], names: [], query: [] }];
  for (const [filter, axis] of Object.entries(axes)) {
    choices = choices.flatMap((choice) => [
      ...(filter === always ? [] : [choice]),
      ...Object.entries(axis).map(([name, part]) =>
        part === ""
          ? choice
          : {
              filters: [...choice.filters, filter],
              names: [...choice.names, `${filter}: ${name}`],
              query: [...choice.query, part],
            },
      ),
    ]);
  }
  const [base = "", ways = ""] = path.split("?");
  const way = ways.replace("view=summary", "").replace("&", " ").trim();
  return choices.map(({ filters, names, query: parts }) => {
    const query = [ways, ...parts].filter((part) => part !== "").join("&");
    return {
      list: way === "" ? list : `${list}, ${way}`,
      filters: filters.join(" + ") || "none",
      name: names.join(", ") || "everything",
      path: base,
      query,
      middle: middleOf(query, HALF_WAY.usual),
    };
  });
}

/** Each choice of the first axes, alone and with each choice of each other axis. */
function pairsOf(list: string, path: string, first: Axes, others: Axes): Combination[] {
  const names = Object.keys(first);
  return names.flatMap((name, place) => {
    const rest = Object.keys(others).filter((other) => !names.slice(0, place + 1).includes(other));
    const single = combine(list, path, { [name]: first[name] ?? {} }, name);
    const double = rest.flatMap((other) =>
      combine(list, path, { [name]: first[name] ?? {}, [other]: others[other] ?? {} }, name).filter(
        ({ filters }) => filters !== name,
      ),
    );
    return [...single, ...double];
  });
}

function middleOf(query: string, daysAgo: number): string {
  if (query.includes("Date=")) return "perPage=1&";
  const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  return `perPage=1&${query.includes("sort=ASC") ? "startDate" : "endDate"}=${at}`;
}
