import { CircleOff } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../actions/button.tsx';
import { EmptyState } from './empty-state.tsx';

interface GoneStateProps {
  title: string;
  /** The heading level; h2 below a page title. */
  heading?: 'h1' | 'h2';
  /** The URL of the list. */
  to: string;
  label: string;
}

/** Replaces a deleted resource, possibly while it is on screen. */
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
