import { FileSpreadsheet, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { formatBytes } from '@/shared/lib/format/format.ts';
import { acceptedFiles } from '../../upload/file-name.ts';

interface FileDropProps {
  file: File | null;
  onFile: (file: File) => void;
  /** Receives the files if several are dropped or chosen. Without it, only the first is used. */
  onSeveral?: (files: readonly File[]) => void;
  error?: string | undefined;
  /** The accepted file types, if not tables. */
  accept?: string;
  accepted?: string;
}

const ignore = (event: Event) => event.preventDefault();

/** Prevents the browser from opening a file that is dropped outside the drop zone. */
function preventFileDrop() {
  window.addEventListener('dragover', ignore);
  window.addEventListener('drop', ignore);
  return () => {
    window.removeEventListener('dragover', ignore);
    window.removeEventListener('drop', ignore);
  };
}

/** A drop zone that is also the button of the file picker. */
export function FileDrop({
  file,
  onFile,
  onSeveral,
  error,
  accept = acceptedFiles,
  accepted,
}: FileDropProps) {
  const { t } = useTranslation('datasets');
  const id = useId();
  const [over, setOver] = useState(false);
  const [ignored, setIgnored] = useState(0);
  useEffect(preventFileDrop, []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  const take = (files: readonly File[]) => {
    const [first, ...others] = files;
    if (others.length > 0 && onSeveral) return onSeveral(files);
    setIgnored(others.length);
    if (first) onFile(first);
  };
  const Icon = file ? FileSpreadsheet : Upload;
  return (
    <div>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        className="peer sr-only"
        multiple={onSeveral !== undefined}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // Choosing the same file again is a change, too.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'grid cursor-pointer place-items-center gap-1 rounded-lg border border-line-strong border-dashed px-4 py-7 text-center transition-colors',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2 hover:bg-hover',
          over && 'border-accent-text bg-accent-soft',
          error && 'border-red',
        )}
      >
        <Icon className="mb-1 size-6 text-faint" aria-hidden />
        <span className="max-w-full break-all font-medium">{file ? file.name : t('upload.drop')}</span>
        <span className="text-soft text-sm">
          {file ? t('upload.chosen', { size: formatBytes(file.size) }) : (accepted ?? t('upload.accepted'))}
        </span>
      </label>
      {file && ignored > 0 && (
        <p role="status" className="mt-1.5 text-sm text-yellow">
          {t('upload.ignored', { count: ignored, name: file.name })}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-red text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
