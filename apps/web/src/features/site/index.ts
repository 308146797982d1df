export { faqKeys } from './faq.ts';
