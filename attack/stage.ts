import { randomBytes } from "node:crypto";
import { Pool } from "pg";
import { Caller, type Heard } from "@/attack/caller";
import { signIn } from "@/attack/sign-in";
import { type Receiver, startReceiver } from "@/e2e/support/receiver";
import { type Copy, OWNER, startCopy } from "@/e2e/support/server";
import { newId } from "@/lib/ids";
import { hashPassword } from "@/lib/users/password";
import { type ProjectType, ROLES, type Role } from "@/lib/vocabulary";

/** A copy under attack, and how to look behind it. */
export type Stage = {
  copy: Copy;
  db: Pool;
  heard: Heard[];
  owner: Caller;
  receiver: Receiver;
  close(): Promise<void>;
};

/** Somebody who has an account, a password and nothing else. */
export type Person = { id: string; email: string; password: string };

/** A project with a key and a signed-in person of each role. */
export type Tenant = { id: string; keys: Record<Role, Caller>; people: Record<Role, Caller> };

/** Starts a copy with an owner and with a receiver that its deliveries may go to. */
export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  // Callers without a key are many here, and their limit has a case of its own.
  const copy = await startCopy({ HOOKYARD_ADDRESS_RATE: "0", LOG_LEVEL: "debug", ...settings });
  await copy.init({ project: "First", type: "incoming" });
  const db = new Pool({ connectionString: await copy.databaseUrl(), max: 2 });
  const heard: Heard[] = [];
  const receiver = await startReceiver();
  const owner = await signIn({ copy, heard }, OWNER, "owner");
  return {
    copy,
    db,
    heard,
    owner,
    receiver,
    async close() {
      await db.end();
      await receiver.close();
      await copy.dispose();
    },
  };
}

/** Makes an account behind the copy's back, so that every kind of attack has people of its own. */
export async function makePerson({ db }: Stage, name = "person"): Promise<Person> {
  const id = newId();
  const email = `${name}-${id.slice(-12)}@example.com`;
  const password = randomBytes(18).toString("base64url");
  await db.query("insert into users (id, email, name, password_hash) values ($1, $2, $3, $4)", [
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
