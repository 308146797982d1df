/** The questions of the help page, in order. */
export const faqKeys = ['upload', 'models', 'hosting', 'customise', 'security'] as const;
