import type { Context } from "@/lib/db/context";
import { INSTALLATION } from "@/lib/kernel/installation";

/** Whose rules, routes, problems and messages: a project's, or those of the installation, whose id is `INSTALLATION`. */
export type AlertScope = Context & { readonly projectId: string };

/** The scope of the installation, for its owner. */
export function installationScope(ctx: Context): AlertScope {
  return { ...ctx, projectId: INSTALLATION };
}

/** For the audit log, whose entries of the installation have no project. */
export function auditedBy(scope: AlertScope): Context & { projectId?: string } {
  if (scope.projectId !== INSTALLATION) return scope;
  const { projectId: _installation, ...ctx } = scope;
  return ctx;
}
