/** What the task gives, unless it takes longer: then an error that says so. The task itself goes on. */
export async function within<T>(ms: number, task: Promise<T>, late: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(late)), ms);
  return Promise.race([task, promise]).finally(() => clearTimeout(timer));
}
