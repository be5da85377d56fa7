import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { Caller, type Heard } from "@/attack/caller";
import { type Mailbox, openMailbox } from "@/attack/mailbox";
import { signIn } from "@/attack/sign-in";
import { type IdentityProvider, singleSignOn, startIdentityProvider } from "@/e2e/support/identity-provider";
import { type Receiver, startReceiver } from "@/e2e/support/receiver";
import { type Copy, OWNER, startCopy } from "@/e2e/support/server";
import { closeDatabase, createDatabase } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { type ProjectType, ROLES, type Role } from "@/lib/kernel/vocabulary";
import { hashPassword } from "@/lib/nouns/users/password";

/** A copy under attack, and access behind it. */
export type Stage = {
  copy: Copy;
  db: Pool;
  heard: Heard[];
  owner: Caller;
  receiver: Receiver;
  mailbox: Mailbox;
  identity: IdentityProvider;
  /** Credentials in the settings of the copy. */
  planted: Record<string, string>;
  close(): Promise<void>;
};

/** A person with an account, a password and nothing else. */
export type Person = { id: string; email: string; password: string };

/** A project with a key and a signed-in person of each role. */
export type Tenant = { id: string; keys: Record<Role, Caller>; people: Record<Role, Caller> };

/** Starts a copy that has everything: an owner, mail, single sign-on, and a receiver that its deliveries may go to. */
export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  const [receiver, mailbox, identity] = await Promise.all([startReceiver(), openMailbox(), startIdentityProvider()]);
  const secret = () => `cnry${randomBytes(24).toString("hex")}`;
  const planted = {
    "the setting HOOKYARD_SECRET": secret(),
    "the setting HOOKYARD_METRICS_TOKEN": secret(),
    "the setting OIDC_CLIENT_SECRET": secret(),
    "the setting SMTP_URL": secret(),
  };
  const copy = await startCopy({
    // Many callers here have no key, and their limit has a case of its own.
    HOOKYARD_ADDRESS_RATE: "0",
    // We are the proxy, so that one machine can send from many networks.
    HOOKYARD_TRUSTED_PROXIES: "127.0.0.0/8",
    LOG_LEVEL: "debug",
    HOOKYARD_SECRET: planted["the setting HOOKYARD_SECRET"],
    HOOKYARD_METRICS_TOKEN: planted["the setting HOOKYARD_METRICS_TOKEN"],
    ...singleSignOn(identity),
    OIDC_CLIENT_SECRET: planted["the setting OIDC_CLIENT_SECRET"],
    SMTP_URL: mailbox.urlWith(planted["the setting SMTP_URL"]),
    SMTP_FROM: "hookyard@example.com",
    ...settings,
  });
  await copy.init({ project: "First", type: "incoming" });
  const db = createDatabase(await copy.databaseUrl(), { max: 2 });
  const heard: Heard[] = [];
  const owner = await signIn({ copy, heard }, OWNER, "owner");
  const close = async () => {
    await closeDatabase(db);
    await copy.dispose();
    await Promise.all([receiver.close(), mailbox.close(), identity.close()]);
  };
  return { copy, db: db.pool, heard, owner, receiver, mailbox, identity, planted, close };
}

/** Creates an account directly in the database, so that every attack has people of its own. */
export async function makePerson({ db }: Stage, name = "person"): Promise<Person> {
  const id = newId();
  const email = `${name}-${id.slice(-12)}@example.com`;
  const password = randomBytes(18).toString("base64url");
  await db.query("insert into users (id, email, name, password_hash, email_proven_at) values ($1, $2, $3, $4, now())", [
    id,
    email,
    name,
    await hashPassword(password),
  ]);
  return { id, email, password };
}

export async function join({ db }: Stage, personId: string, { projectId, role }: { projectId: string; role: Role }) {
  await db.query("insert into project_members (project_id, user_id, role) values ($1, $2, $3)", [
    projectId,
    personId,
    role,
  ]);
}

export async function makeTenant(stage: Stage, type: ProjectType, settings: object = {}): Promise<Tenant> {
  const { owner } = stage;
  const { uid: id } = await owner.post("/v1/projects", { name: `Tenant ${newId()}`, type, settings });
  return equip(stage, id);
}

/** Gives a project a key and a person of each role. */
export async function equip(stage: Stage, id: string): Promise<Tenant> {
  const keys = {} as Record<Role, Caller>;
  const people = {} as Record<Role, Caller>;
  for (const role of ROLES) {
    const body = { name: `${role} ${newId()}`, role };
    const { key } = await stage.owner.post<{ key: string }>(`/v1/projects/${id}/api-keys`, body);
    keys[role] = new Caller(`key of a ${role}`, stage.copy.url, stage.heard, key);
    const person = await makePerson(stage, role);
    await join(stage, person.id, { projectId: id, role });
    people[role] = await signIn(stage, person, `session of a ${role}`);
  }
  return { id, keys, people };
}
