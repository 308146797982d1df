/** How the tests of one file went. A file that could not be loaded is its own failure. */
export type FileReport = {
  passed: number;
  skipped: number;
  failures: string[];
  /** Tests that failed first and passed on a retry. */
  retried: string[];
  seconds: number;
};

/** What the runner of a suite writes. `errors` are those outside of all tests. */
export type SuiteReport = { files: Record<string, FileReport>; errors: string[] };
