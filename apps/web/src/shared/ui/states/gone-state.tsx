import { CircleOff } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../actions/button.tsx';
import { EmptyState } from './empty-state.tsx';

interface GoneStateProps {
  title: string;
  /** Below a page's own title it is a lesser one. */
  heading?: 'h1' | 'h2';
  /** Where the others are. */
  to: string;
  label: string;
}

/** In place of what was deleted, maybe while it was on screen. */
export function GoneState({ title, heading = 'h1', to, label }: GoneStateProps) {
  return (
    <div role="status">
      <EmptyState
        icon={CircleOff}
        title={title}
        heading={heading}
        action={
          <Button asChild>
            <Link to={to}>{label}</Link>
          </Button>
        }
      />
    </div>
  );
}
