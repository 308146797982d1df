import { parseArgs } from 'node:util';
import { givenEnvironment } from '../stack/environment.ts';
import { dataFolder } from '../stack/paths.ts';
import { type Place, startProduct } from '../stack/product.ts';
import { stopRequest } from './stop-request.ts';
import { coloursFor, processLog } from './terminal.ts';

/** Runs the product until it is stopped. */
export async function up(args: string[]): Promise<number> {
  parseArgs({ args, options: {} });
  const since = Date.now();
  const given = givenEnvironment();
  const data = dataFolder(given.ROWCAST_DATA);
  const log = processLog(data.logs, { prefix: given.LOG_PRETTY !== 'false' });
  const stopping = stopRequest();
  log.say('Starting');
  const product = await startProduct({ data, given, ...log, serving: announce, signal: stopping.signal });
  log.say(`Everything is ready after ${((Date.now() - since) / 1000).toFixed(1)} s. Ctrl-C stops it.`);
  await stopping.asked;
  log.say('Stopping');
  await product.stop();
  log.say('Stopped');
  return 0;
}

function announce({ address, mailbox }: Place): void {
  const { cyan } = coloursFor(process.stdout);
  console.log(`\n  The console: ${cyan(address)}`);
  if (mailbox) console.log(`  Mail (one-time codes): ${cyan(mailbox)}`);
  console.log('');
}
