import { CircleOff } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface GoneStateProps {
  title: string;
  /** Where the others are. */
  to: string;
  label: string;
}

/** In place of what was deleted, maybe while it was on screen. */
export function GoneState({ title, to, label }: GoneStateProps) {
  return (
    <div role="status">
      <EmptyState
        icon={CircleOff}
        title={title}
        action={
          <Button asChild>
            <Link to={to}>{label}</Link>
          </Button>
        }
      />
    </div>
  );
}
