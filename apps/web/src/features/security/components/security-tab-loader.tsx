import { lazy, Suspense } from 'react';
import { loadWords } from '@/shared/i18n/i18n.ts';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';

const Content = lazy(async () => {
  const [module] = await Promise.all([import('./security-content.tsx'), loadWords('security', 'auth')]);
  return { default: module.SecurityContent };
});

/** The Security tab of the settings, which loads its own texts and code. */
export function SecurityTab() {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <Content />
    </Suspense>
  );
}
