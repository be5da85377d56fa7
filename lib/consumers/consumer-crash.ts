/** Ends a consumer whose thread broke down instead of telling what is wrong. */
export class ConsumerCrash extends Error {
  constructor(reason: string) {
    super(
      `What the server sent broke the reader of this source (${reason}). Look whether address and port are its own.`,
    );
  }
}
