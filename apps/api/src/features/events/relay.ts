import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import { eventStream } from '../../platform/events/event-stream.ts';
import { newId } from '../../platform/ids.ts';
import { blocking, connectRedis } from '../../platform/redis/redis.ts';
import type { Services } from '../../platform/services.ts';
import { isAfter } from './event-id.ts';

const batch = 500;
const beginning = '0-0';
const resync = JSON.stringify({ type: 'resync' } satisfies LiveEvent);
export const memoryChanged = JSON.stringify({ type: 'memory.changed' } satisfies LiveEvent);

interface Follower {
  userId: string;
  /** Id of the last event that was handed over. */
  after: string;
  /** Without an id where the event is not kept, so that nobody resumes after it. */
  receive(id: string | undefined, event: string): void;
  end(): void;
}
interface Channel {
  cursor: string;
  followers: Set<Follower>;
}
type Entry = [id: string, fields: string[]];

/** The event and, where it is not for all, whom it is for. */
const fieldsOf = (fields: string[]) =>
  ['event', 'to'].map((name) => (fields.includes(name) ? fields[fields.indexOf(name) + 1] : undefined));

export interface EventRelay {
  /** Hands over what happens after `lastEventId`, or from now on. Returns the way to stop. */
  follow(
    who: { workspaceId: string; userId: string },
    lastEventId: string | undefined,
    follower: Pick<Follower, 'receive' | 'end'>,
  ): Promise<() => void>;
  close(): Promise<void>;
}

/** Reads the streams of all who listen over one connection, however many they are. */
export function eventRelay(
  { config, log, redis, modelServer }: Pick<Services, 'config' | 'log' | 'redis' | 'modelServer'>,
  blockMs = 10_000,
): EventRelay {
  const channels = new Map<string, Channel>();
  const wakeStream = `events-wake:${newId('request')}`;
  let reader: Redis | undefined;
  let stopWatching: (() => void) | undefined;
  let wakeCursor = beginning;
  let closed = false;

  /** Ends the running XREAD, which does not know of streams added since. */
  const wake = () =>
    redis.multi().xadd(wakeStream, 'MAXLEN', 1, '*', 'wake', '1').expire(wakeStream, 60).exec();

  function hand(channel: Channel, readFrom: string, entries: Entry[]): void {
    for (const [id, fields] of entries) {
      const [event = '', to] = fieldsOf(fields);
      for (const follower of channel.followers) {
        // One who joined during this read, further back, is served by the next read.
        if (isAfter(readFrom, follower.after) || !isAfter(id, follower.after)) continue;
        follower.after = id;
        if (to === undefined || to === follower.userId) follower.receive(id, event);
      }
    }
    const last = entries.at(-1);
    if (last && channel.cursor === readFrom) channel.cursor = last[0];
  }

  async function readOnce(connection: Redis): Promise<void> {
    const reading = [...channels].map(([name, channel]) => ({ name, channel, from: channel.cursor }));
    const names = [wakeStream, ...reading.map(({ name }) => name)];
    const cursors = [wakeCursor, ...reading.map(({ from }) => from)];
    const answer = await connection.xread('COUNT', batch, 'BLOCK', blockMs, 'STREAMS', ...names, ...cursors);
    for (const [name, entries] of (answer ?? []) as [string, Entry[]][]) {
      if (name === wakeStream) wakeCursor = entries.at(-1)?.[0] ?? wakeCursor;
      const found = reading.find((each) => each.name === name);
      if (found) hand(found.channel, found.from, entries);
    }
  }

  async function run(connection: Redis): Promise<void> {
    while (!closed) {
      try {
        await readOnce(connection);
      } catch (error) {
        if (closed) return;
        log.warn({ err: error }, 'live events interrupted');
        await sleep(250);
      }
    }
  }

  function tellAll(event: string): void {
    for (const { followers } of channels.values())
      for (const follower of followers) follower.receive(undefined, event);
  }

  function start(): void {
    reader = connectRedis(config.REDIS_URL, blocking(blockMs), log);
    // A Redis that was away may have come back without its last events.
    reader.once('ready', () => reader?.on('ready', () => tellAll(resync)));
    void run(reader);
    // Every process sees it by itself: published, it would reach each follower as often as there are processes.
    stopWatching = modelServer.watch(() => tellAll(memoryChanged));
  }

  return {
    async follow({ workspaceId, userId }, lastEventId, { receive, end }) {
      const name = eventStream(workspaceId);
      const newest = async () => (await redis.xrevrange(name, '+', '-', 'COUNT', 1))[0]?.[0];
      /** What came after it may be kept no longer. */
      const isForgotten = async (id: string) => {
        const [oldest] = await redis.xrange(name, '-', '+', 'COUNT', 1);
        return !oldest || isAfter(oldest[0], id);
      };
      const after = lastEventId ?? (await newest()) ?? beginning;
      if (lastEventId && (await isForgotten(lastEventId))) receive(undefined, resync);
      const follower: Follower = { userId, after, receive, end };
      const channel = channels.get(name) ?? { cursor: after, followers: new Set() };
      if (isAfter(channel.cursor, after)) channel.cursor = after;
      channel.followers.add(follower);
      channels.set(name, channel);
      const leave = () => {
        channel.followers.delete(follower);
        if (channel.followers.size === 0 && channels.get(name) === channel) channels.delete(name);
      };
      try {
        if (!reader) start();
        await wake();
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    async close() {
      closed = true;
      stopWatching?.();
      for (const channel of channels.values()) for (const follower of channel.followers) follower.end();
      reader?.disconnect();
    },
  };
}
