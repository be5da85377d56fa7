import type { RouteSettings } from "@/lib/nouns/alert-routes/settings";
import type { MessageContent } from "@/lib/upkeep/messages/content";
import { type SendParts, sendMessage } from "@/lib/upkeep/messages/send-message";

export type TestOf = {
  readonly id: string;
  readonly routeId: string;
  readonly at: Date;
  /** Null for the installation. */
  readonly project: MessageContent["project"];
  readonly publicUrl: string;
};

/** Sends a message that says that it is a test. Where an alert would stay, its end follows. Resolves as `sendMessage`. */
export async function sendTest(parts: SendParts, settings: RouteSettings, test: TestOf): Promise<string | null> {
  const { begin, end } = contentsOf(test);
  const message = { id: test.id, routeId: test.routeId };
  const failure = await sendMessage(parts, settings, { ...message, content: begin });
  const stays = settings.type === "pagerduty" || settings.type === "opsgenie";
  return failure !== null || !stays ? failure : sendMessage(parts, settings, { ...message, content: end });
}

function contentsOf({ at, project, publicUrl }: TestOf): { begin: MessageContent; end: MessageContent } {
  const url = project ? `${publicUrl}/projects/${project.id}` : `${publicUrl}/installation`;
  const subject = { type: "installation", id: "test", name: "This test", url } as const;
  const none = { project, more: { opened: 0, over: 0 }, is_test: true, at: at.toISOString() } as const;
  const problems = [{ title: "Messages arrive here", cause: "Somebody has sent a test. Nothing is in trouble." }];
  const since = at.toISOString();
  return {
    begin: { ...none, opened: [{ subject, level: "warning", since, problems }], over: [] },
    end: { ...none, opened: [], over: [{ subject, since, ended_at: since }] },
  };
}
