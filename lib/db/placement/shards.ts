import type pg from "pg";
import type { Database } from "@/lib/db/client";

/** What the engines do with a database, each on connections of its own (`engine-pools.ts`). */
export type EngineDatabases = { readonly ingest: Database; readonly work: Database; readonly upkeep: Database };

/**
 * A part of the database that has some of the projects whole, in tables that are used as if they were all. On one server
 * there is one, the database itself.
 */
export type Shard = EngineDatabases & { readonly id: string };

/** A server that has shards, and the connections to it. */
export type Server = { readonly url: string; readonly databases: EngineDatabases };

/** The database of an installation. */
export type Shards = {
  /** As a whole: for what belongs to no project, and for what is asked of all. */
  readonly whole: EngineDatabases;
  readonly all: readonly Shard[];
  of(projectId: string): Shard;
  /** Calls `onServer` for each server, and later for each that takes shards for the first time. */
  eachServer(onServer: (server: Server) => void): void;
  close(): Promise<unknown>;
};

/** Answers with a pool of the shard that has a project. */
export type PoolOf = (projectId: string) => pg.Pool;
/** The same as a database. */
export type DatabaseOf = (projectId: string) => Database;
