import { read } from "@/components/data/read";

/** Where the signed-in person is signed in: the newest hundred. */
export const sessionsRead = read("/v1/me/sessions", {}, { perPage: 100 });
