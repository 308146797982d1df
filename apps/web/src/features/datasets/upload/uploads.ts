import { type Dataset, dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { create } from 'zustand';
import { randomId } from '@/shared/lib/http/random-id.ts';
import { upload } from '@/shared/lib/http/upload.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { warnBeforeUnload } from '@/shared/lib/navigation/warn-before-unload.ts';
import { workspaceOnScreen } from '@/shared/lib/navigation/workspace.ts';
import { atEndOfSession } from '@/shared/lib/session/session.ts';
import { datasetKeys } from '../keys.ts';

/** An upload to the server. It continues while other screens are open. */
export interface Upload {
  id: string;
  workspace: string | undefined;
  apiId: string | undefined;
  name: string;
  file: File;
  sentBytes: number;
  totalBytes: number;
  startedAt: number;
  error: unknown;
  cancel: () => void;
  /** Retries the upload in place of this one. */
  again: () => Sending;
}

interface Sending {
  id: string;
  finished: Promise<Dataset>;
}

export const useUploads = create<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }));

/** Without an API, shows all uploads to the current workspace. */
export const isShownIn = (apiId: string | undefined, upload: Upload) =>
  upload.workspace === workspaceOnScreen() && (apiId === undefined || upload.apiId === apiId);

const change = (id: string, part: Partial<Upload>) =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((one) => (one.id === id ? { ...one, ...part } : one)),
  }));

export const removeUpload = (id: string) =>
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((one) => one.id !== id) }));

warnBeforeUnload(useUploads, ({ uploads }) => uploads.some(({ error }) => error === undefined));

atEndOfSession(() => {
  for (const { cancel } of useUploads.getState().uploads) cancel();
  useUploads.setState({ uploads: [] });
});

export interface UploadRequest {
  file: File;
  name: string;
  description?: string | undefined;
  type: string;
  apiId: string | undefined;
}

/** Starts an upload; `finished` resolves to the dataset. A failed upload stays listed until dismissed. */
export function startUpload(request: UploadRequest): Sending {
  const { file, name, description, type, apiId } = request;
  const id = randomId();
  const stop = new AbortController();
  const started: Upload = {
    id,
    workspace: workspaceOnScreen(),
    apiId,
    name,
    file,
    sentBytes: 0,
    totalBytes: file.size,
    startedAt: Date.now(),
    error: undefined,
    cancel: () => stop.abort(),
    again: () => {
      removeUpload(id);
      return startUpload(request);
    },
  };
  useUploads.setState(({ uploads }) => ({ uploads: [started, ...uploads] }));
  const fields = { name, type, ...(description ? { description } : {}), ...(apiId ? { apiId } : {}) };
  const send = async () => {
    try {
      const result = await upload(dataset, 'datasets/upload', file, {
        fields,
        signal: stop.signal,
        onProgress: (progress) => change(id, progress),
      });
      removeUpload(id);
      return result;
    } catch (error) {
      if (stop.signal.aborted) removeUpload(id);
      else change(id, { error });
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: datasetKeys.lists });
    }
  };
  return { id, finished: send() };
}

/** The progress of an upload. */
export type Sent = Pick<Upload, 'name' | 'sentBytes' | 'totalBytes' | 'startedAt'>;

/** Bytes per second since the start; null until there is enough data. */
export function uploadSpeed({ sentBytes, startedAt }: Sent, now = Date.now()): number | null {
  const seconds = (now - startedAt) / 1000;
  return sentBytes > 0 && seconds > 0.5 ? sentBytes / seconds : null;
}
