/** A reason not to start that the operator can mend. Its message is the one line to print; no stack trace belongs to it. */
export class StartupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "StartupError";
  }
}
