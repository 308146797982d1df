import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileReport, SuiteReport } from './report.ts';

const noted = new Map<string, string[]>();

/**
 * For `test.reporters` of a vitest config: prints as usual and writes `.reports/<suite>.json` into the package, which
 * "rowcast test" adds up.
 */
export function reporters(suite: string): ['default', Reporter] {
  const file = join(process.cwd(), '.reports', `${suite}.json`);
  let report: SuiteReport = { files: {}, errors: [] };
  const write = () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      JSON.stringify({ ...report, errors: [...report.errors, ...(noted.get(suite) ?? [])] }),
    );
  };
  return [
    'default',
    {
      onTestRunEnd(modules, errors) {
        report = {
          files: Object.fromEntries(modules.map((each) => [each.moduleId, fileReport(each)])),
          errors: errors.map(({ message, stack }) => stack ?? message),
        };
        write();
        // A global teardown that fails is reported by no hook, so it adds its error here.
        process.once('exit', write);
      },
    },
  ];
}

/** Adds an error that a global teardown found to the report of the suite. */
export function noteError(suite: string, error: Error): void {
  noted.set(suite, [...(noted.get(suite) ?? []), error.message]);
}

function fileReport(module: TestModule): FileReport {
  const tests = [...module.children.allTests()];
  const named = (state: string) =>
    tests.filter((test) => test.result().state === state).map(({ fullName }) => fullName);
  const failures = named('failed');
  if (module.state() === 'failed' && failures.length === 0) failures.push('the file itself');
  const took = module.diagnostic();
  return {
    passed: named('passed').length,
    skipped: named('skipped').length,
    failures,
    retried: tests.filter((test) => test.diagnostic()?.flaky).map(({ fullName }) => fullName),
    seconds: (took.collectDuration + took.setupDuration + took.duration) / 1000,
  };
}
