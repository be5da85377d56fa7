import { DELIVERY_STATUSES, FAILURE_CODES } from "@/lib/kernel/vocabulary";
import {
  FAILED_STATUS,
  FILTER_RULES,
  findReversed,
  MAX_ATTEMPTS,
  MAX_SECONDS,
  readDecimal,
} from "@/lib/nouns/deliveries/filter-rules";
import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { searchFields } from "@/lib/nouns/events/search-fields";
import {
  anyOf,
  dateFields,
  findDateRange,
  id,
  ids,
  listOf,
  pagingFields,
  payloadViewField,
  type QueryProblem,
  queryReader,
  type Reading,
  single,
  text,
} from "@/lib/wire/query-reader";
import { tags } from "@/lib/wire/tag-reader";

/** Whether an attempt can fail with this: a status, a class of them, or what keeps it from an answer. */
export function isFailure(code: string): boolean {
  return FAILED_STATUS.test(code) || FAILURE_CODES.some((one) => one === code);
}

function readCode(code: string): Reading<string> {
  return isFailure(code) ? { value: code } : { problem: FILTER_RULES.code };
}

function readAttempts(written: string): Reading<number> {
  const value = readDecimal(written);
  if (value === null || !Number.isSafeInteger(value)) return { problem: FILTER_RULES.attempts };
  return value > MAX_ATTEMPTS ? { problem: FILTER_RULES.mostAttempts } : { value };
}

function readSeconds(written: string): Reading<number> {
  const value = readDecimal(written);
  if (value === null || !Number.isFinite(value)) return { problem: FILTER_RULES.seconds };
  return value > MAX_SECONDS ? { problem: FILTER_RULES.mostSeconds } : { value };
}

function readHeld(written: string): Reading<true> {
  return written === "true" ? { value: true } : { problem: FILTER_RULES.held };
}

const attempts = single(readAttempts, undefined);
const seconds = single(readSeconds, undefined);

const filterFields = {
  ...dateFields,
  endpointId: ids,
  deviceId: ids,
  eventId: id,
  event_type: text,
  idempotencyKey: text,
  externalId: text,
  tag: tags,
  status: anyOf(DELIVERY_STATUSES),
  subscriptionId: id,
  incidentId: id,
  sourceId: ids,
  ownerId: text,
  endpointTag: tags,
  code: listOf(readCode),
  minAttempts: attempts,
  maxAttempts: attempts,
  minLatency: seconds,
  maxLatency: seconds,
  held: single(readHeld, undefined),
};

function findRanges(query: DeliveryFilter): QueryProblem[] {
  return [...findDateRange(query), ...findReversed(query).map((one) => ({ ...one, isRange: true }))];
}

/** Reads the filters without the search and the place in the list. */
export const deliveryFilterReader = queryReader<DeliveryFilter>(filterFields, findRanges);

export const deliveryListReader = queryReader<ListEventDeliveries>(
  { ...pagingFields, ...payloadViewField, ...filterFields, ...searchFields },
  findRanges,
);
