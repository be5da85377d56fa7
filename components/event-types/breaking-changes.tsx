import { ChangeMessage } from "@/components/event-types/change-message";

/** What a change would break, as it is told before it is saved. It stands within a paragraph. */
export function BreakingChanges({ messages }: { messages: readonly string[] }) {
  return (
    <>
      Whoever was written for the present version may fail at what is sent by the new one:
      <span className="mt-2 block max-h-[40vh] space-y-1 overflow-y-auto">
        {messages.map((message) => (
          <span key={message} className="block text-ink">
            <ChangeMessage text={message} />
          </span>
        ))}
      </span>
    </>
  );
}
