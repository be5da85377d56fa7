/** What a file is called in a place: `<project id>/<name>`. */
export type ExportFile = { projectId: string; name: string };

/** Where days are written before they are removed. */
export type ExportPlace = {
  /**
   * Returns when the whole file is safely in the place under its name, where nothing partial ever is; a file of that name
   * is replaced. What an earlier write left unfinished is cleared away: one copy at a time exports. Memory does not grow
   * with the file. An error of `bytes` is thrown on.
   */
  write(file: ExportFile, bytes: AsyncIterable<Uint8Array>): Promise<void>;
};
