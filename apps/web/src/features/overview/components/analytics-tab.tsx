import type { Overview } from '@rowcast/contracts/domain/apis/overview';
import { Figures } from './figures.tsx';
import { LatencyChart, TrafficChart } from './traffic-chart.tsx';

export function AnalyticsTab({ overview }: { overview: Overview | undefined }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Figures overview={overview} />
      <div className="grid gap-5 lg:grid-cols-2">
        <section className="rounded-lg border bg-surface p-4">
          <TrafficChart traffic={overview?.traffic} />
        </section>
        <section className="rounded-lg border bg-surface p-4">
          <LatencyChart traffic={overview?.traffic} />
        </section>
      </div>
    </div>
  );
}
