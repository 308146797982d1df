export const themes = ['light', 'dark', 'system'] as const;
export const languages = ['en', 'es', 'fr', 'de'] as const;
export type Language = (typeof languages)[number];
