export { type FaqKey, faqKeys } from './faq.ts';
