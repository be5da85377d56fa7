import { read } from "@/components/data/read";

/** The signed-in person's sessions: the newest hundred. */
export const sessionsRead = read("/v1/me/sessions", {}, { perPage: 100 });
