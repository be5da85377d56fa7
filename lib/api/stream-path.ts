/** The stream of a project's signals. Not a route like the others: its answer has no envelope and no end. */
export const STREAM_PATH = "/v1/projects/{projectID}/stream";
