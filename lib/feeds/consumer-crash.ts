/** Ends a consumer whose thread broke down instead of telling what is wrong. */
export class ConsumerCrash extends Error {
  /** For a reason that only its server can know. */
  static of(reason: string): ConsumerCrash {
    return new ConsumerCrash(
      `What the server sent broke the reader of this source (${reason}). Look whether address and port are its own.`,
    );
  }

  static ofMemory(mebibytes: number): ConsumerCrash {
    return new ConsumerCrash(
      `What this source had in hand needed more than ${mebibytes} MiB at once. Give it fewer workers, or let smaller messages be sent; where both are few and small, look whether address and port are its own.`,
    );
  }
}
