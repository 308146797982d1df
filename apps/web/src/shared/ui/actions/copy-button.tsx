import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/notify/copy-text.ts';
import { notify, notifyError } from '../../lib/notify/notify.ts';
import { IconButton } from './icon-button.tsx';

/** Custom labels and messages for the copied item. */
export interface CopyWords {
  copied: string;
  failed: string;
}

interface CopyButtonProps {
  text: string;
  label?: string;
  words?: CopyWords | undefined;
}

export function CopyButton({ text, label, words }: CopyButtonProps) {
  const { t } = useTranslation('ui');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
      if (words) notify.success(words.copied);
    } catch {
      notifyError(new Error(), words?.failed ?? t('copyFailed'));
    }
  };
  return (
    <>
      <IconButton label={copied ? t('copied') : (label ?? t('copy'))} size="sm" onClick={copy}>
        {copied ? <Check className="text-green" aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      {!words && (
        <span role="status" className="sr-only">
          {copied && t('copied')}
        </span>
      )}
    </>
  );
}
