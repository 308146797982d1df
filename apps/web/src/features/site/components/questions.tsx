import { ChevronDown } from 'lucide-react';
import { Accordion } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import type { FaqKey } from '../faq.ts';

/** Questions with an answer below each. */
export function Questions({ keys }: { keys: readonly FaqKey[] }) {
  const { t } = useTranslation('site', { keyPrefix: 'help.faq' });
  return (
    <div className="border-t">
      {keys.map((key) => (
        <Accordion.Item key={key} value={key} id={key} className="border-b">
          <Accordion.Header asChild>
            <h3>
              <Accordion.Trigger className="group flex w-full items-center justify-between gap-4 rounded-sm py-4 text-left font-medium text-lg hover:text-accent-text">
                {t(`${key}.question`)}
                <ChevronDown
                  className="size-4 shrink-0 text-faint transition-transform group-data-[state=open]:rotate-180"
                  aria-hidden
                />
              </Accordion.Trigger>
            </h3>
          </Accordion.Header>
          <Accordion.Content className="enter max-w-2xl pb-5 text-soft leading-6">
            {t(`${key}.answer`)}
          </Accordion.Content>
        </Accordion.Item>
      ))}
    </div>
  );
}
