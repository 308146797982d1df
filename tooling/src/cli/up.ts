import { parseArgs } from 'node:util';
import { makeDataFolder } from '../stack/account/data-owner.ts';
import { givenEnvironment } from '../stack/environment.ts';
import { dataFolder } from '../stack/paths.ts';
import { type Place, startProduct } from '../stack/product.ts';
import { runUnprivileged } from './drop-privileges.ts';
import { stopRequest } from './stop-request.ts';
import { coloursFor, processLog } from './terminal.ts';

/** Runs the product until it is stopped. */
export async function up(args: string[]): Promise<number> {
  parseArgs({ args, options: {} });
  const code = await runUnprivileged();
  if (code !== undefined) return code;
  const since = Date.now();
  const given = givenEnvironment();
  const data = dataFolder(given.ROWCAST_DATA);
  makeDataFolder(data);
  const log = processLog(data.logs, { prefix: given.LOG_PRETTY !== 'false' });
  const stopping = stopRequest();
  log.say('Starting');
  const product = await startProduct({ data, given, ...log, serving: announce, signal: stopping.signal });
  log.say(`Everything is ready after ${((Date.now() - since) / 1000).toFixed(1)} s. Ctrl-C stops it.`);
  process.send?.({ address: product.address });
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
