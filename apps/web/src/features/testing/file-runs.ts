import type { LoggedCall } from '@rowcast/contracts/domain/apis/request-log';
import { logRoutes } from '@rowcast/contracts/http/apis/logs';
import { testingRoutes } from '@rowcast/contracts/http/apis/testing';
import { create } from 'zustand';
import { call, fillPath } from '@/shared/lib/http/call.ts';
import { saveFile } from '@/shared/lib/http/download.ts';
import { type PredictionFile, uploadForFile } from '@/shared/lib/http/upload.ts';
import { warnBeforeUnload } from '@/shared/lib/navigation/warn-before-unload.ts';
import { atEndOfSession } from '@/shared/lib/session/session.ts';

/** A batch prediction of a file. It continues while other screens are open. */
export interface FileRun {
  name: string;
  startedAt: number;
  sentBytes: number;
  totalBytes: number;
  /** Received bytes of the response. */
  receivedBytes: number;
  cancel: () => void;
  error: unknown;
  /** The saved file, with its entry in the request log; null if that could not be loaded. */
  answer: (PredictionFile & { counted: LoggedCall | null }) | null;
}

/** The last run of each API. */
export const useFileRuns = create<{ runs: Record<string, FileRun | undefined> }>(() => ({ runs: {} }));

export const isRunning = (run: FileRun | undefined): boolean =>
  run !== undefined && run.error === undefined && run.answer === null;

const put = (apiId: string, run: FileRun | undefined) =>
  useFileRuns.setState(({ runs }) => ({ runs: { ...runs, [apiId]: run } }));

warnBeforeUnload(useFileRuns, ({ runs }) => Object.values(runs).some(isRunning));

atEndOfSession(() => {
  for (const run of Object.values(useFileRuns.getState().runs)) run?.cancel();
  useFileRuns.setState({ runs: {} });
});

/** The request is logged by the time its response ends. Only the log records an interruption. */
async function countedOf(apiId: string, { requestId }: PredictionFile, signal: AbortSignal) {
  if (!requestId) return null;
  const query = { search: requestId, source: 'console', limit: 1 } as const;
  const page = await call(logRoutes.list, { params: { id: apiId }, query, signal }).catch(() => null);
  signal.throwIfAborted();
  return page?.data[0] ?? null;
}

/** Sends a file and saves its predictions. The run stores the outcome; a cancelled run is removed. */
export async function predictFile(apiId: string, file: File): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  let run: FileRun = {
    ...{ name: file.name, startedAt: Date.now(), sentBytes: 0, totalBytes: file.size, receivedBytes: 0 },
    ...{ cancel: () => stop.abort(), error: undefined, answer: null },
  };
  const change = (part: Partial<FileRun>) => {
    run = { ...run, ...part };
    if (!signal.aborted) put(apiId, run);
  };
  change({});
  try {
    const answered = await uploadForFile(fillPath(testingRoutes.predictFile.path, { id: apiId }), file, {
      signal,
      onProgress: change,
      onReceived: (receivedBytes) => change({ receivedBytes }),
    });
    const counted = await countedOf(apiId, answered, signal);
    saveFile(answered.content, answered.name);
    change({ answer: { ...answered, counted } });
  } catch (error) {
    if (signal.aborted) put(apiId, undefined);
    else change({ error });
  }
}
