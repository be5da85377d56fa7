import { DEVICE_STATUSES } from "@/lib/kernel/vocabulary";
import type { ListDevices } from "@/lib/nouns/devices/schemas";
import { anyOf, pagingFields, queryReader, text } from "@/lib/wire/query-reader";

export const deviceListReader = queryReader<ListDevices>({
  ...pagingFields,
  name: text,
  status: anyOf(DEVICE_STATUSES),
});
