const live = process.stderr.isTTY && !process.env.CI;
const heartbeatMs = live ? 200 : 15_000;

/** Shows the running steps with the seconds they have taken, and a line for each that ends. */
export function startProgress() {
  const running = new Map();
  let drawn = false;

  const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
  const clear = () => {
    if (drawn) process.stderr.write('\r\x1b[2K');
    drawn = false;
  };
  const draw = () => {
    if (running.size === 0) return;
    const line = [...running].map(([title, since]) => `${title} ${seconds(since)}`).join(', ');
    if (!live) return void process.stderr.write(`  still busy: ${line}\n`);
    clear();
    process.stderr.write(`  ${line}`.slice(0, (process.stderr.columns ?? 80) - 1));
    drawn = true;
  };
  const timer = setInterval(draw, heartbeatMs);

  return {
    async step(title, work) {
      const since = Date.now();
      if (!live) process.stderr.write(`  ${title} ...\n`);
      running.set(title, since);
      let mark = '✗';
      try {
        await work();
        mark = '✓';
      } finally {
        running.delete(title);
        clear();
        process.stderr.write(`${mark} ${title} (${seconds(since)})\n`);
      }
    },
    end() {
      clearInterval(timer);
      clear();
    },
  };
}
