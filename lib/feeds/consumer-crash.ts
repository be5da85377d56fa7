/** Ends a consumer whose reader crashed instead of reporting an error. */
export class ConsumerCrash extends Error {
  /** Creates the error for a cause that only the server knows. */
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
