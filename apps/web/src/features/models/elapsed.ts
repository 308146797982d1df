import { useEffect, useState } from 'react';

/** Seconds gone by: what was last reported, and the time since then. */
export function useElapsed(reportedSeconds: number, running: boolean): number {
  const [base, setBase] = useState({ reportedSeconds, at: Date.now() });
  const [now, setNow] = useState(Date.now());
  if (base.reportedSeconds !== reportedSeconds) setBase({ reportedSeconds, at: Date.now() });
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return running ? base.reportedSeconds + Math.max(0, (now - base.at) / 1000) : reportedSeconds;
}
