import type { ListReceivedRequests, ListReceivers } from "@/lib/nouns/receivers/schemas";
import { pagingFields, queryReader, text } from "@/lib/wire/query-reader";

export const receiverListReader = queryReader<ListReceivers>({ ...pagingFields, q: text });
export const receivedRequestListReader = queryReader<ListReceivedRequests>(pagingFields);
