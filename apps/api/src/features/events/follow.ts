import type { eventRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { repeat } from '../../platform/time/repeat.ts';
import { forgetActors, isActorCurrent } from '../auth/index.ts';
import { isEventId } from './event-id.ts';
import { type EventRelay, memoryChanged } from './relay.ts';
import { streamLimit } from './stream-limit.ts';

/** Said after a session, a role or a member has changed. */
const changesAccess = (event: string) => /^{"type":"(access|member)\./.test(event);
/** Those of them after which this stream's caller may have no right to it any more. */
const mayEnd = (event: string) => /^{"type":"(access\.changed|member\.removed)"/.test(event);

/** Keeps each answer open until its caller leaves or is signed out. */
export function followEvents(relay: EventRelay, heartbeatMs: number) {
  const limitStreams = streamLimit();
  return async (ctx: SessionContext, { sink }: Input<typeof eventRoutes.follow>): Promise<void> => {
    const from = isEventId(sink.lastEventId) ? sink.lastEventId : undefined;
    const endUnlessCurrent = async () => {
      // While Postgres is away nobody's sign-in has been found to be over.
      const current = await isActorCurrent(ctx, ctx.actor).catch(() => true);
      if (!current) sink.end();
    };
    const leave = await relay.follow(ctx.actor, from, {
      receive(id, event) {
        // Clients re-read at once.
        if (changesAccess(event)) forgetActors(ctx);
        sink.send(id, event);
        if (mayEnd(event)) void endUnlessCurrent();
      },
      end: () => sink.end(),
    });
    sink.comment('connected');
    // It is not among the events that are kept.
    if (from) sink.send(undefined, memoryChanged);
    const stop = repeat({ every: heartbeatMs, log: ctx.log, what: 'looking after a stream' }, () => {
      sink.comment('heartbeat');
      return endUnlessCurrent();
    });
    sink.onClose(() => {
      void stop();
      leave();
    });
    limitStreams(ctx.actor, sink);
  };
}
