import { NavLink } from 'react-router-dom';
import { cn } from '../../lib/class-names.ts';

interface SectionLinksProps {
  label: string;
  links: readonly { to: string; label: string }[];
}

/** Links between the pages of one tab. */
export function SectionLinks({ label, links }: SectionLinksProps) {
  return (
    <nav aria-label={label} className="mb-5 flex flex-wrap gap-1">
      {links.map(({ to, label: text }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            cn(
              'flex h-7 items-center rounded-md px-2.5 font-medium text-sm transition-colors max-sm:h-10',
              isActive ? 'bg-hover text-text' : 'text-soft hover:bg-hover hover:text-text',
            )
          }
        >
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
