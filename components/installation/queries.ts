import { type Query, read } from "@/components/data/read";

export const userListRead = (query: Query) => read("/v1/users", {}, query);

export const healthRead = read("/v1/installation/health", {});
