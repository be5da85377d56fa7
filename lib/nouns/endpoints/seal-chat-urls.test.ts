import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";
import { sealChatUrls } from "@/lib/nouns/endpoints/seal-chat-urls";
import { testBox } from "@/lib/program/runtime.fixture";

it("encrypts every chat address of an older version, beside other copies", async () => {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  const project_id = newId();
  await db.insertInto("projects").values({ id: project_id, name: "Old", type: "outgoing" }).execute();
  const urls = Array.from({ length: 1_201 }, (_, i) => (i === 7 ? "" : `https://hooks.example.com/T0/${i}`));
  const rows = urls.map((url) => ({ project_id, id: newId(), name: "e", url: "https://example.com", chat: url }));
  await db
    .insertInto("endpoints")
    .values(
      rows.map(({ chat, ...row }, i) => ({
        ...row,
        chat_webhook_url: chat,
        ...(i === 3 && { deleted_at: new Date() }),
      })),
    )
    .execute();

  await Promise.all([sealChatUrls(db, testBox), sealChatUrls(db, testBox), sealChatUrls(db, testBox)]);
  const stored = await db.selectFrom("endpoints").selectAll().execute();
  expect(stored.filter((row) => row.chat_webhook_url !== null)).toEqual([]);
  const opened = new Map(
    stored.map((row) => [row.id, row.sealed_chat_webhook_url && testBox.open(row.sealed_chat_webhook_url)]),
  );
  expect(rows.map(({ id }) => opened.get(id) ?? "")).toEqual(urls);
});
