import { stripVTControlCharacters } from "node:util";

// What failed, by name and with the first lines of why, out of the reports of the runners: `{ file, name, why }[]`.

/** The failures in a report of Vitest. A file that could not be run at all is a failure of its own. */
export function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && status === "failed") return [{ file, name: file, why: message }];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      name: `${file} › ${fullName}`,
      why: failureMessages.join("\n"),
    }));
  });
}

/** The failures in a report of Playwright, whose suites hold suites. What is wrong outside of any test stands in `errors`. */
export function failuresOfPlaywright({ suites, errors = [] }) {
  const ofSuite = ({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => ({
        file,
        name: `${file}:${line} › ${title}`,
        why: tests
          .flatMap(({ results }) => results.flatMap((result) => result.errors.map((error) => error.message)))
          .join("\n"),
      })),
    ...inner.flatMap(ofSuite),
  ];
  return [...suites.flatMap(ofSuite), ...errors.map(({ message }) => ({ name: "outside of the tests", why: message }))];
}

/**
 * Lines to be read below a run of an hour: each failure after a mark, with at most twelve lines of its reason. One that
 * `isLast` of a runner's output and not of a test's has up to fifty, from the end.
 */
export function tellFailures(failures, mark) {
  return failures.map(({ runner, name, why, isLast = false }) => {
    const lines = stripVTControlCharacters(why).trim().split("\n");
    const shown = (isLast ? lines.slice(-50) : lines.slice(0, 12)).map((line) => `    ${line.slice(0, 300)}`);
    if (lines.length > shown.length) shown.push(`    … ${lines.length - shown.length} lines more above`);
    return [`${mark} ${runner}: ${name}`, ...shown].join("\n");
  });
}
