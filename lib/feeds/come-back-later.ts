/** Ends a consumer with a failure after which its source asked to be left alone for a time. */
export class ComeBackLater extends Error {
  constructor(
    message: string,
    readonly afterSeconds: number,
  ) {
    super(message);
  }
}
