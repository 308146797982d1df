export { useFaqSearch } from './faq-search.ts';
