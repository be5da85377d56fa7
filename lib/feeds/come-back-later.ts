/** Ends a consumer with a failure after which its source asked for a pause. */
export class ComeBackLater extends Error {
  constructor(
    message: string,
    readonly afterSeconds: number,
  ) {
    super(message);
  }
}
