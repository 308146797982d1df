import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';

interface CopyButtonProps {
  text: string;
  label?: string;
  onCopied?: () => void;
  onFailed?: () => void;
}

export function CopyButton({ text, label, onCopied, onFailed }: CopyButtonProps) {
  const { t } = useTranslation('ui');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      onFailed?.();
    }
  };
  return (
    <IconButton label={copied ? t('copied') : (label ?? t('copy'))} size="sm" onClick={copy}>
      {copied ? <Check className="text-green" aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  );
}
