import type { ColumnType } from '@rowcast/contracts/domain/datasets/profile';
import {
  ArrowDownNarrowWide,
  Calendar,
  CircleMinus,
  FileText,
  Hash,
  Key,
  type LucideIcon,
  Tag,
  ToggleLeft,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';

const icons: Record<ColumnType, LucideIcon> = {
  number: Hash,
  integer: Hash,
  boolean: ToggleLeft,
  category: Tag,
  ordinal: ArrowDownNarrowWide,
  datetime: Calendar,
  text: FileText,
  identifier: Key,
  constant: CircleMinus,
};

export function ColumnTypeLabel({ type }: { type: ColumnType }) {
  const { t } = useTranslation('datasets');
  const Icon = icons[type];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-soft">
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {t(`columnType.${type}`)}
    </span>
  );
}
