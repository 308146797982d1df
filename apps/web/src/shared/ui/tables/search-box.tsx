import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from '../../lib/class-names.ts';
import { Input } from '../forms/input.tsx';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (search: string) => void;
  className?: string;
}

const typingPauseMs = 250;

/** Debounces typing, so that not every letter is a request. */
export function SearchBox({ label, value, onChange, className }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <div className={cn('relative', className)}>
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" aria-hidden />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pl-8"
      />
    </div>
  );
}
