/** What a dataset is called unless a person says otherwise. */
export const nameOfFile = (filename: string): string =>
  filename.replace(/(\.[a-z0-9]{1,8}){1,2}$/i, '').slice(0, 100) || 'dataset';
