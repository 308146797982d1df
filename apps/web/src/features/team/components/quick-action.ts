/** A button as wide as its card, whose words take a second line where one is too short. */
export const quickAction = 'h-auto! min-h-8 justify-start whitespace-normal! py-1 text-left';
