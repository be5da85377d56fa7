import { statement } from "@/lib/db/statement";

/** Tells the workers of every copy that there is work, once the transaction has committed. */
export const WAKE = statement<void>("wake", () => "select pg_notify('hookyard_work', '')");
